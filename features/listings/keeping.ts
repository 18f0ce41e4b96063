import type { Keeping } from '#platform/server/keeping.ts'

export const keeping: Keeping = {
  leftOut: {
    item_changes: 'what lists in memory have to read again: nothing is in memory after a restore',
    item_change_horizons: 'of item_changes',
    item_cards: 'what cards show is written again by those who read them',
  },
  restored: 'insert into item_changes (item_id, category_id, cell5) values (0, 0, 0)',
}
