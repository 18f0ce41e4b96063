/** Parses a timestamp in PostgreSQL's format ('2026-02-28 12:00:00.123456+00') into microseconds since 1970. */
export function parseMicros(text: string): number {
  const [, whole, fraction = '', zone] = /^(.{19})(?:\.(\d{1,6}))?(.*)$/.exec(text)!
  const minutes = /^([+-]\d\d):?(\d\d)?$/.exec(zone!)
  const offset = minutes ? `${minutes[1]}:${minutes[2] ?? '00'}` : 'Z'
  const micros = Date.parse(whole!.replace(' ', 'T') + offset) * 1000
  return micros + Number(fraction.padEnd(6, '0'))
}

/** Returns a moment, given in microseconds since 1970, as PostgreSQL writes it in UTC. */
export function formatMicros(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  const fraction = micros - seconds * 1_000_000
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return `${whole}.${String(fraction).padStart(6, '0')}+00`
}
