-- What was scheduled when its assignment was deleted does not come into force when that is taken out of the bin.
update param_assignment_rev rev set state = 'SUPERSEDED'
from param_assignment own
where own.id = rev.assignment_id and own.deleted_at is not null and rev.state = 'SCHEDULED';
