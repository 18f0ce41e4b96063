import { createPrivateKey } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { DistanceUnit } from '#platform/text/distance.ts'

/** Returns the facts about the site that are the same for every reader. */
export const publicSettings = (settings: Settings) => ({
  /** Scheme, host and port of the site. */
  origin: settings.origin,
  /** E-mail address at which visitors reach the operator. */
  contact: settings.contactEmail,
  /** Addresses of the site's pages on social networks. */
  social: settings.socialLinks,
  /** Whether visitors sign in with Apple, with the demo's stand-in for it, or with neither (null). */
  apple: settings.apple ? ('apple' as const) : standIn(settings),
  /** Name of the provider of place suggestions, which some providers require to be shown. Null for our own. */
  placeProviderName: suggesters[settings.places.provider],
  /** Hosts that learn a visitor's IP address from the map. Empty if we serve the map ourselves. */
  mapHosts: settings.mapOrigins.map((address) => address.replace(/^https?:\/\//, '')),
})
const standIn = ({ appleStandIn }: Settings) => (appleStandIn ? ('stand-in' as const) : null)
const suggesters = { embedded: null, google: 'Google Maps' } as const
/** What every page gets in `SiteContext`: the site's facts, and the unit that its reader's languages suggest. */
export type PageSettings = ReturnType<typeof publicSettings> & { distanceUnit: DistanceUnit }

export type AppleSettings = {
  issuer: string
  clientId: string
  teamId: string
  keyId: string
  /** Private key as PKCS 8 in PEM. */
  key: string
}

/** Settings of the provider that suggests places as a visitor types. */
export type PlaceSettings =
  | { provider: 'embedded' }
  | { provider: 'google'; url: string; key: string }

export type S3Settings = {
  bucket: string
  prefix: string
  /** If absent, the SDK's own variables decide, such as AWS_ENDPOINT_URL_S3, AWS_REGION and AWS_ACCESS_KEY_ID. */
  endpoint?: string
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

type Values = z.output<typeof shape>

/** Reads the environment variables. Throws an error that lists all invalid ones or, if there are none, all conflicts. */
export function readSettings(
  env: NodeJS.ProcessEnv,
  machine = { root: process.getuid?.() === 0, cwd: process.cwd() },
) {
  const set = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  )
  const parsed = shape.safeParse(set)
  if (!parsed.success)
    throw new InvalidSettingsError(parsed.error.issues.map((issue) => complaint(issue, set)))
  const values = parsed.data
  const problems = conflicts.flatMap(([isSo, problem]) => (isSo(values) ? [problem] : []))
  if (problems.length > 0) throw new InvalidSettingsError(problems)

  const loopback = isLoopback(values.HOST)
  const demo = loopback && (values.DEMO ?? true)
  const origin = originOf(values)
  const contactEmail = values.CONTACT_EMAIL ?? `hello@${new URL(origin).hostname}`
  const styleOrigins = values.MAP_STYLE_URL.map((address) => new URL(address).origin)
  return {
    port: values.PORT,
    host: values.HOST,
    loopback,
    /** Scheme, host and port at which visitors reach the site, without a trailing slash. */
    origin,
    stateDir: resolve(machine.cwd, values.STATE_DIR ?? (machine.root ? '/var/lib/yolo' : 'data')),
    /** If absent, the embedded PostgreSQL in `stateDir` is used. */
    databaseUrl: values.DATABASE_URL,
    /** A server that answers visitors' reads, such as a proxy in front of replicas. */
    databaseReadUrl: values.DATABASE_READ_URL,
    demo,
    /** If absent, mails are written to files in `stateDir`. */
    mailUrl: values.MAIL_URL,
    mailFrom: `Yolo <${contactEmail}>`,
    contactEmail,
    /** Addresses of the site's pages on social networks. */
    socialLinks: values.SOCIAL_LINKS,
    /** If absent, photos are files in `stateDir`. */
    s3: values.PHOTO_STORE,
    /** If absent, nobody can sign in with Apple, unless the stand-in is on. */
    apple: appleOf(values),
    /** True if the demo's own provider replaces Apple, which is only allowed on loopback addresses. */
    appleStandIn: demo && mayStandIn(values),
    logLevel: values.LOG_LEVEL,
    /** If absent, there are no metrics. */
    metricsToken: values.METRICS_TOKEN,
    /** Number of seconds that a visitor's list may be old. */
    listCacheSeconds: 5,
    rateLimits: values.RATE_LIMITS,
    places: placesOf(values),
    /** Addresses of map styles: none, one, or one for light and one for dark. */
    mapStyles: values.MAP_STYLE_URL,
    /** Origins from which browsers may fetch maps. */
    mapOrigins: [...new Set([...styleOrigins, ...values.MAP_ORIGINS])],
    trustProxy: values.TRUST_PROXY,
    /** Hosts of push services besides the well-known ones. Tests add the origin of one on this machine. */
    pushHosts: [] as string[],
    dev: values.YOLO_DEV,
  }
}

export type Settings = ReturnType<typeof readSettings>

export class InvalidSettingsError extends Error {
  constructor(problems: string[]) {
    super(["These settings can't be used:", ...problems.map((text) => `  ${text}`)].join('\n'))
  }
}

const text = (accepts: (value: string) => boolean, message: string) =>
  z.string().refine(accepts, message)

const list = (each: z.ZodType, message: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => each.safeParse(part).success), message)
    .default([])

const onOff = z
  .enum(['1', '0', 'on', 'off', 'true', 'false', 'yes', 'no'], { error: 'must be on or off' })
  .transform((value) => ['1', 'on', 'true', 'yes'].includes(value))

const wholeNumber = (least: number, most: number) =>
  text(
    (value) => /^\d{1,8}$/.test(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  ).transform(Number)

const url = (protocol: RegExp, error: string) => z.url({ protocol, error })
const web = /^https?$/
const postgres = url(/^postgres(ql)?$/, 'must be a postgres:// address').optional()

const anyText = z.string().optional()
const bucketPattern = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*[\w.-]))?\/?$/

function bucketOf(value: string): S3Settings | undefined {
  const [, bucket, prefix = ''] = bucketPattern.exec(value) ?? []
  return bucket ? { bucket, prefix } : undefined
}

const shape = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text(isHost, 'must be an address or a host name').default('127.0.0.1'),
  ORIGIN: text(isOrigin, 'must be http:// or https:// and a host, without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  STATE_DIR: text((value) => !value.includes('\0'), 'must be a folder').optional(),
  DATABASE_URL: postgres,
  DATABASE_READ_URL: postgres,
  DEMO: onOff.optional(),
  MAIL_URL: url(/^smtps?$/, 'must be an smtp:// or smtps:// address').optional(),
  CONTACT_EMAIL: z.email('must be an address like hello@example.com').optional(),
  SOCIAL_LINKS: list(
    z.url({ protocol: /^https$/ }),
    'must be https:// addresses with commas between',
  ),
  PHOTO_STORE: text(
    (value) => value === 'disk' || bucketPattern.test(value),
    "must be 'disk' or s3://bucket or s3://bucket/folder",
  )
    .transform(bucketOf)
    .optional(),
  APPLE_CLIENT_ID: anyText,
  APPLE_TEAM_ID: anyText,
  APPLE_KEY_ID: anyText,
  APPLE_KEY: z
    .string()
    .transform(readAppleKey)
    .pipe(z.string('must be the .p8 key that Apple gave: P-256 in PEM, all on one line'))
    .optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  METRICS_TOKEN: text(
    (value) => /^[\w.~+/=-]{16,}$/.test(value),
    'must be at least 16 letters, digits or . _ ~ + / = -',
  ).optional(),
  RATE_LIMITS: onOff.default(true),
  PLACES_KEY: anyText,
  PLACES_URL: url(web, 'must be an http:// or https:// address').optional(),
  MAP_STYLE_URL: list(
    z.url({ protocol: web }),
    'must be the http:// or https:// address of a map style, or two with a comma: light and dark',
  ).refine(({ length }) => length <= 2, 'may be two addresses at the most: light and dark'),
  MAP_ORIGINS: list(
    z.string().regex(/^https?:\/\/(\*\.)?[a-z\d.-]+(:\d{1,5})?$/i),
    'must be origins like https://tiles.example.com or https://*.example.com, with commas between',
  ),
  TRUST_PROXY: list(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
    'must be IP addresses or networks like 10.0.0.0/8, comma between',
  ),
  YOLO_DEV: onOff.default(false),
})

/** Settings for development and tests. The others are the operator's. */
const internal = ['LOG_LEVEL', 'RATE_LIMITS', 'PLACES_URL', 'YOLO_DEV']
export const operatorSettings = Object.keys(shape.shape).filter((name) => !internal.includes(name))

const appleNames = ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_KEY'] as const

/** Combinations of settings that aren't allowed although each value is valid, with the message for the operator. */
const conflicts: [isSo: (values: Values) => boolean, problem: string][] = [
  [
    ({ RATE_LIMITS, HOST }) => !RATE_LIMITS && !isLoopback(HOST),
    `RATE_LIMITS is 'off': allowed only while HOST is a loopback address`,
  ],
  [
    ({ DATABASE_READ_URL, DATABASE_URL }) => Boolean(DATABASE_READ_URL) && !DATABASE_URL,
    'DATABASE_READ_URL is set: it needs DATABASE_URL, whose replicas it reads',
  ],
  [
    (values) => new Set(appleNames.map((name) => Boolean(values[name]))).size > 1,
    'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_KEY go together: some are missing',
  ],
  [
    ({ PLACES_KEY, PLACES_URL }) => Boolean(PLACES_URL) && !(PLACES_KEY && isSecure(PLACES_URL!)),
    'PLACES_URL is set: it needs PLACES_KEY, and https:// because the key is sent to it',
  ],
  [
    ({ MAP_ORIGINS, MAP_STYLE_URL }) => MAP_ORIGINS.length > 0 && MAP_STYLE_URL.length === 0,
    'MAP_ORIGINS is set: it needs MAP_STYLE_URL, whose tiles come from there',
  ],
]

/** Settings whose values error messages must not repeat, because they contain passwords or keys. */
const secret = new Set([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'MAIL_URL',
  'APPLE_KEY',
  'METRICS_TOKEN',
  'PLACES_KEY',
  'PLACES_URL',
  'MAP_STYLE_URL',
])

function complaint(issue: { path: PropertyKey[]; message: string }, set: Record<string, unknown>) {
  const name = String(issue.path[0])
  const value = secret.has(name) ? 'is set, but' : `is '${String(set[name])}':`
  return `${name} ${value} ${issue.message}`
}

const originOf = ({ ORIGIN, HOST, PORT }: Values) => ORIGIN ?? `http://${hostInUrl(HOST)}:${PORT}`

const appleOf = (values: Values): AppleSettings | undefined =>
  values.APPLE_KEY === undefined
    ? undefined
    : {
        issuer: 'https://appleid.apple.com',
        clientId: values.APPLE_CLIENT_ID!,
        teamId: values.APPLE_TEAM_ID!,
        keyId: values.APPLE_KEY_ID!,
        key: values.APPLE_KEY,
      }

const placesOf = ({ PLACES_KEY: key, PLACES_URL: url }: Values): PlaceSettings =>
  key
    ? { provider: 'google', url: url ?? 'https://places.googleapis.com', key }
    : { provider: 'embedded' }

/** Returns whether the stand-in for Apple may be on. It lets anyone log in under any name. */
function mayStandIn(values: Values): boolean {
  const { hostname, port } = new URL(originOf(values))
  return isLoopback(hostname) && port !== '0' && !appleNames.some((name) => values[name])
}

/**
 * Returns a private key as Apple gives it (P-256 in PEM), or undefined if the text isn't one. Its line breaks may be
 * written as `\n` or left out, and so may the lines that begin and end it, because files of settings have a line each.
 */
function readAppleKey(value: string): string | undefined {
  const base64 = value.replace(/-----(BEGIN|END) PRIVATE KEY-----|\\n|\s/g, '')
  if (!/^[a-z\d+/]+=*$/i.test(base64)) return undefined
  try {
    const pkcs8 = Buffer.from(base64, 'base64')
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    return key.export({ format: 'pem', type: 'pkcs8' }).toString().trim()
  } catch {
    return undefined
  }
}

function isHost(value: string) {
  // A name has no empty part, and isn't a wrong IPv4 address.
  const isName = /^[a-z\d](?!.*\.\.)([a-z\d.-]{0,251}[a-z\d])?$/i.test(value)
  return (isIP(value) > 0 || isName) && URL.canParse(`http://${hostInUrl(value)}`)
}

function isOrigin(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return [url.origin, `${url.origin}/`].includes(url.href) && !/[?#@]/.test(value)
}

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

function isLoopback(name: string) {
  // URLs write an IPv6 host in brackets: [::1].
  const host = name.replace(/^\[(.*)\]$/, '$1')
  if (host.toLowerCase() === 'localhost') return true
  const version = isIP(host)
  return version > 0 && loopbackAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/** Returns the host name with which a browser on this machine reaches a server that listens on `host`. */
function hostInUrl(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Returns whether a URL uses https, or http to this machine, which browsers also treat as secure. */
function isSecure(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
