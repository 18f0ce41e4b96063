import { BadSettings, readSettings } from '#platform/server/settings.ts'

/** The settings, or an end that says what is wrong with them. */
export function settingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
