-- The ranked indexes with what lists are narrowed and ordered by. Made beside the old ones, which are read meanwhile.

create index items_ranked_cell5 on items
  (category_id, cell5, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags, price_level, trending) where listed;
create index items_ranked_all on items
  (category_id, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  include (id, latitude, longitude, tags, price_level, trending) where listed;
create index items_trending_cell5 on items
  (category_id, cell5, trending desc, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  where listed and trending > 0;
create index items_trending_all on items
  (category_id, trending desc, upvote_count desc, counted_yolos desc, newest_counted_at desc, (-id) desc)
  where listed and trending > 0;

drop index items_rank_cell5, items_rank_all;
alter index items_ranked_cell5 rename to items_rank_cell5;
alter index items_ranked_all rename to items_rank_all;
