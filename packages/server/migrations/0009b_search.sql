-- Users by how a word of their names begins.
-- squawk-ignore require-concurrent-index-creation
create index app_user_words on app_user using gin (user_name gin_trgm_ops, real_name gin_trgm_ops);
