import { InvalidSettingsError, readSettings } from '#platform/server/settings.ts'

/** Returns the settings. If any is invalid, prints what is wrong and exits the process. */
export function settingsOrExit() {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
