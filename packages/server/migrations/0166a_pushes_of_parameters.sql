-- Pushes of parameters are looked for by their application, and by the assignment or document that they bring.
-- squawk-ignore require-concurrent-index-creation
create index push_of_params on push ((args #>> '{gate,appId}'), created_at desc) where kind in ('PARAM');
-- squawk-ignore require-concurrent-index-creation
create index push_of_assignment on push ((args #>> '{gate,assignmentId}'), created_at desc) where kind in ('PARAM');
