-- Findings are looked for by what was found, wherever in it the text stands.
-- squawk-ignore require-concurrent-index-creation
create index param_finding_value on param_finding using gin (value gin_trgm_ops);
