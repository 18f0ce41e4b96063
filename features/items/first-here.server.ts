import { sql } from 'kysely'

/**
 * SQL condition on a yolo `y` of a user `u`: it is shown as the first one of its category in its city. Its member must
 * be verified, and its dish must be on the menu and still of that city and category (rules: first here). Whether the
 * member is held makes no difference, because everybody sees the mark. `markable_yolos` in first-here.sql asks the same.
 */
export const firstHereSql = sql<boolean>`(
  u.email_verified_at is not null and exists (
    select from first_dishes f
      join items fi on fi.id = y.item_id and fi.hidden_at is null and fi.deleted_at is null
      join restaurants fr on fr.id = fi.restaurant_id and fr.city_slug = f.city_slug
     where f.yolo_id = y.id and f.category_id = y.category_id))`
