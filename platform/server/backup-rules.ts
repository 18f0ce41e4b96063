/** Tables whose rows aren't backed up, each with the reason. All others are backed up completely. */
export type BackupRules = { leftOut: Record<string, string> }
