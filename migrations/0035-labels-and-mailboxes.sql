-- Which tags a dish has (rules: tags), for dishes that are here already. From now on item_tags() in domain/counts.sql
-- says the same.
with shown as (
  select y.id, y.item_id, u.email_verified_at is not null as verified,
         bool_or(u.email_verified_at is not null) over (partition by y.item_id) as has_verified
    from yolos y join users u on u.id = y.user_id join items i on i.id = y.item_id
   where not u.hidden and u.held_at is null and i.tags <> '{}'),
weighed as (
  select id, item_id, count(*) over (partition by item_id) as savers, min(id) over (partition by item_id) as first
    from shown where verified = has_verified),
given as (
  select w.item_id, w.savers, w.first, w.id, t.tag_id::integer as tag
    from weighed w join yolo_tags t on t.yolo_id = w.id),
taggers as (select item_id, count(distinct id) as taggers from given group by item_id),
counted as (
  select g.item_id, g.tag
    from given g join taggers using (item_id)
   group by g.item_id, g.tag, g.savers, g.first, taggers
  having count(*) * 4 >= taggers and (count(*) >= 2 or min(g.id) = g.first or g.savers <= 2)),
right_tags as (
  select i.id, coalesce(array_agg(c.tag order by c.tag) filter (where c.tag is not null), '{}') as tags
    from items i left join counted c on c.item_id = i.id where i.tags <> '{}' group by i.id)
update items i set tags = r.tags from right_tags r where i.id = r.id and i.tags is distinct from r.tags;

-- One mailbox verifies one account (rules: one mailbox). The SQL version of `mailboxOf` in the program.
create function mailbox_of(email_key text) returns text language sql immutable parallel safe
  return case
    when email_key ~ '@(gmail|googlemail)\.com$'
      then replace(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    when email_key ~ '@(proton\.me|protonmail\.com|pm\.me)$'
      then translate(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '._-', '') || '@proton.me'
    when email_key ~ '@(icloud|me|mac)\.com$'
      then regexp_replace(email_key, '(\+.*)?@[^@]*$', '') || '@icloud.com'
    when email_key ~ '@(yandex\.(ru|com)|ya\.ru)$'
      then replace(regexp_replace(email_key, '(\+.*)?@[^@]*$', ''), '.', '-') || '@yandex.ru'
    else regexp_replace(email_key, '\+.*@([^@]*)$', '@\1') end;

-- Accounts of one mailbox that were verified before this rule keep what they have.
alter table users add column shares_mailbox boolean not null default false;
update users u set shares_mailbox = true
  from (select id, row_number() over (partition by mailbox_of(email_key) order by email_verified_at, id) as place
          from users where email_verified_at is not null and email_key is not null) verified
 where u.id = verified.id and place > 1;
create unique index users_mailbox on users (mailbox_of(email_key))
  where email_verified_at is not null and not shares_mailbox;
