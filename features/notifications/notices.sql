-- Tells the members who saved an item, and the followers of the member who upvoted it.
create or replace function notify_upvoted(actor integer, item integer, at timestamptz) returns void language sql as $$
  insert into notifications (recipient_id, kind, actor_id, item_id, created_at)
  select u.id, 'upvoted', actor, item, at
    from yolos y join users u on u.id = y.user_id and u.notify_upvoted
   where y.item_id = item and u.id <> actor
  union all
  select u.id, 'followed-upvote', actor, item, at
    from follows f join users u on u.id = f.follower_id and u.notify_followed
   where f.followee_id = actor
  on conflict do nothing
$$;
