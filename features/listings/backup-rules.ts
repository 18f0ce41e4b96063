import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    item_changes: 'what lists in memory have to read again: nothing is in memory after a restore',
    item_change_horizons: 'of item_changes',
    item_cards: 'what cards show is written again by those who read them',
  },
  afterRestoreSql: 'insert into item_changes (item_id, category_id, cell5) values (0, 0, 0)',
}
