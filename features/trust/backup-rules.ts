import type { BackupRules } from '#platform/server/backup-rules.ts'

export const backupRules: BackupRules = {
  leftOut: {
    network_evidence: 'tells who came from one network: gone after 90 days, here and everywhere',
    withdrawn_votes: 'tells what a member took back: gone after 90 days, here and everywhere',
    member_acts: 'reckoned from votes, favourites and reports by the next weighing',
    vote_bands: 'reckoned from votes by the next weighing',
    restaurant_usual: 'reckoned from votes, favourites and reports by the next weighing',
    weighed: 'without it the next weighing weighs all',
  },
  // A vote that was taken back and cast again counts for this week where nothing remembers the first one.
  afterRestoreSql: `
    select recount_trending(array(
      select distinct item_id from votes where created_at >= (select since from trending_window)))`,
}
