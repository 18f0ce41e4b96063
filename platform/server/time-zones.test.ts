import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { timeZone } from '#platform/contract/shapes.ts'
import { testApp } from '#platform/testing/app.ts'
import { databaseTimeZone, zoneNameAmong } from './time-zones.ts'

const app = await testApp()

/** Names that Debian's tzdata has only together with its package of old names. */
const old =
  /^(?:Africa\/Asmera|America\/(?:Buenos_Aires|Coral_Harbour|Godthab)|Asia\/(?:Calcutta|Katmandu|Saigon)|Europe\/Kiev)$/

it('a time zone that the database has only by its newer name is found', () => {
  const names = ['Africa/Asmara', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Kyiv', 'UTC']
  expect(zoneNameAmong(names, 'Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(zoneNameAmong(names, 'Europe/Kiev')).toBe('Europe/Kyiv')
  expect(zoneNameAmong(names, 'Africa/Asmera')).toBe('Africa/Asmara')
  expect(zoneNameAmong(names, 'Europe/Berlin')).toBe('Europe/Berlin')
  expect(zoneNameAmong(names, 'Asia/Tokyo')).toBeNull()
})

it('each zone of a browser has a name in the database, also in one without old names', async () => {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(
    app.database,
  )
  const names = rows.map(({ name }) => name).filter((name) => !old.test(name))
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => timeZone.parse(zone))
  expect(zones.filter((zone) => zoneNameAmong(names, zone) === null)).toEqual([])
})

it('a zone that the database doesn’t have has no name', async () => {
  expect(await databaseTimeZone(app.database, 'America/Chicago')).toBe('America/Chicago')
  for (const zone of ['Mars/Base', 'America/Minneapolis'])
    expect(await databaseTimeZone(app.database, zone)).toBeNull()
})
