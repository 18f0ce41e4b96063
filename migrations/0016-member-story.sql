-- How admins look over days, members and what was done.

-- What came about on a day is counted along these.
create index votes_created on votes (created_at);
create index item_reports_created on item_reports (created_at);
create index restaurant_reports_created on restaurant_reports (created_at);
create index abuse_reports_created on abuse_reports (created_at);

-- Members are found by beginnings of words of their names and addresses, in any case and without accents.
create function search_text(text) returns text language sql immutable parallel safe
  return regexp_replace(normalize(lower(normalize($1, NFKC)), NFKD), '[\u0300-\u036f]', '', 'g');
create function search_parts(text) returns text[] language sql immutable parallel safe
  return array(select distinct part from regexp_split_to_table(search_text($1), '[\s!-/:-@\[-`{-~\u2010-\u2027]+') part
                where part <> '');
create function member_text(user_name text, first_name text, last_name text, email text) returns text
  language sql immutable parallel safe
  return search_text(user_name || E'\n' || coalesce(first_name, '') || E'\n' || coalesce(last_name, '') || E'\n' || coalesce(email, ''));
create function member_words(user_name text, first_name text, last_name text, email text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(search_parts(member_text(user_name, first_name, last_name, email)));
-- Null where nothing is left to look for. The parts have no quotes left.
create function words_beginning(typed text) returns tsquery language sql immutable parallel safe
  return (select string_agg('''' || part || ''':*', ' & ') from unnest(search_parts(typed)) part)::tsquery;
create index users_words on users using gin (member_words(user_name, first_name, last_name, email));

-- The audit is read newest first: of someone, of a thing or all its kind, of a deed or all its kind.
create index audit_newest on audit (at desc, id desc);
create index audit_of_actor on audit (actor_id, at desc, id desc);
create index audit_of_through on audit (through_id, at desc, id desc) where through_id is not null;
create index audit_of_subject on audit (subject, at desc, id desc);
create index audit_of_subjects on audit (split_part(subject, ' ', 1), at desc, id desc);
create index audit_of_action on audit (action, at desc, id desc);
create index audit_of_actions on audit (split_part(action, '.', 1), at desc, id desc);
drop index audit_at, audit_actor, audit_through;
