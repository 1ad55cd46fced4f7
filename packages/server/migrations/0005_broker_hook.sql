-- First contacts that a broker of its own let in on our word: which key each of them showed.
create table device_contact (
  sn text collate "C" primary key,
  key_id uuid not null references enrolment_key (id) on delete cascade,
  admitted_at timestamptz not null default now()
);
