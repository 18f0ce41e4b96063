import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { InvalidSettingsError, readSettings, type Settings } from './settings.ts'

const machine = { root: false, cwd: '/srv/yolo' }
const pem = (key: { export(as: object): unknown }) =>
  String(key.export({ format: 'pem', type: 'pkcs8' }))
const appleKey = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const otherCurve = pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const apple = {
  APPLE_CLIENT_ID: 'yolo.web',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_KEY: appleKey,
}
const read = (env: NodeJS.ProcessEnv, on = machine) => readSettings(env, on)

function problemsOf(env: NodeJS.ProcessEnv) {
  try {
    read(env)
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.problems
    throw error
  }
  return []
}

describe('settings', () => {
  it('has a default for everything', () => {
    expect(read({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: 'http://127.0.0.1:3000',
      stateDir: '/srv/yolo/data',
      databaseUrl: undefined,
      databaseReadUrls: [],
      demo: true,
      mailUrl: undefined,
      mailFrom: 'Yolo <no-reply@127.0.0.1>',
      contactEmail: 'hello@127.0.0.1',
      socialLinks: [],
      s3: undefined,
      appleStandIn: true,
      logLevel: 'info',
      webProcesses: 1,
      mapStyles: [],
      mapOrigins: [],
      listCacheSeconds: 5,
      rateLimits: true,
      places: { provider: 'embedded' },
      trustProxy: [],
      pushHosts: [],
      dev: false,
      loopback: true,
    } satisfies Settings)
  })

  const accepted: [NodeJS.ProcessEnv, Partial<Settings>][] = [
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 8080 ' }, { port: 8080, origin: 'http://127.0.0.1:8080' }],
    [{ PORT: '' }, { port: 3000 }],
    [{ LIST_CACHE_SECONDS: '0' }, { listCacheSeconds: 0 }],
    [{ WEB_PROCESSES: '4' }, { webProcesses: 4 }],
    [{ HOST: 'localhost' }, { loopback: true, demo: true, origin: 'http://localhost:3000' }],
    [{ HOST: '127.9.9.9' }, { loopback: true }],
    [{ HOST: '::1' }, { loopback: true, origin: 'http://[::1]:3000' }],
    [{ HOST: '0.0.0.0' }, { loopback: false, demo: false, origin: 'http://localhost:3000' }],
    [{ HOST: '::' }, { loopback: false, demo: false }],
    [{ HOST: 'yolo.example' }, { loopback: false, demo: false }],
    [{ HOST: '127.0.0.1.example' }, { loopback: false, demo: false }],
    [{ HOST: '0.0.0.0', DEMO: '1' }, { demo: true }],
    [
      { PHOTO_STORE: 's3://pictures' },
      { s3: { bucket: 'pictures', prefix: '', region: 'us-east-1' } },
    ],
    [
      {
        PHOTO_STORE: 's3://pictures/of/yolo/',
        S3_ENDPOINT: 'http://10.0.0.7:9000',
        S3_REGION: 'eu',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      },
      {
        s3: {
          bucket: 'pictures',
          prefix: 'of/yolo',
          endpoint: 'http://10.0.0.7:9000',
          region: 'eu',
          key: { id: 'a', secret: 'b' },
        },
      },
    ],
    [
      { PUSH_HOSTS: 'push.example.com, *.example.org,http://127.0.0.1:4131' },
      { pushHosts: ['push.example.com', '*.example.org', 'http://127.0.0.1:4131'] },
    ],
    [{ DEMO: '0' }, { demo: false }],
    [{ DEMO: 'off' }, { demo: false }],
    [{ ORIGIN: 'https://yolo.example/' }, { origin: 'https://yolo.example' }],
    [{ ORIGIN: 'https://YOLO.example:8443' }, { origin: 'https://yolo.example:8443' }],
    [{ ORIGIN: 'https://yolo.example' }, { mailFrom: 'Yolo <no-reply@yolo.example>' }],
    [{ ORIGIN: 'https://yolo.example:8443' }, { contactEmail: 'hello@yolo.example' }],
    [{ CONTACT_EMAIL: 'team@yolo.example' }, { contactEmail: 'team@yolo.example' }],
    [
      { SOCIAL_LINKS: 'https://instagram.com/yolo, https://food.example/@yolo' },
      { socialLinks: ['https://instagram.com/yolo', 'https://food.example/@yolo'] },
    ],
    [{ MAIL_FROM: 'Yolo <hello@yolo.example>' }, { mailFrom: 'Yolo <hello@yolo.example>' }],
    [{ MAIL_URL: 'smtps://u:p@mail.example:465' }, { mailUrl: 'smtps://u:p@mail.example:465' }],
    [{ STATE_DIR: 'else where' }, { stateDir: '/srv/yolo/else where' }],
    [{ STATE_DIR: '/elsewhere' }, { stateDir: '/elsewhere' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
    [
      { PLACES_PROVIDER: 'google', PLACES_KEY: 'k' },
      { places: { provider: 'google', url: 'https://places.googleapis.com', key: 'k' } },
    ],
    [
      { PLACES_PROVIDER: 'google', PLACES_KEY: 'k', PLACES_URL: 'http://127.0.0.1:9' },
      { places: { provider: 'google', url: 'http://127.0.0.1:9', key: 'k' } },
    ],
    [
      { PLACES_PROVIDER: 'google', PLACES_KEY: 'k', PLACES_PER_DAY: '0' },
      { places: { provider: 'google', url: 'https://places.googleapis.com', key: 'k', perDay: 0 } },
    ],
    [{ PLACES_KEY: 'k' }, { places: { provider: 'embedded' } }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ YOLO_DEV: '1' }, { dev: true }],
    [
      { DATABASE_URL: 'postgres://a@b/c', DATABASE_READ_URLS: 'postgres://d/c,postgresql://e/c' },
      { databaseUrl: 'postgres://a@b/c', databaseReadUrls: ['postgres://d/c', 'postgresql://e/c'] },
    ],
    [
      { ...apple, APPLE_KEY: appleKey.trim().replaceAll('\n', '\\n') },
      {
        apple: {
          issuer: 'https://appleid.apple.com',
          clientId: 'yolo.web',
          teamId: 'TEAM',
          keyId: 'KEY',
          key: appleKey.trim(),
        },
        appleStandIn: false,
      },
    ],
    // Without line breaks, and without its first and last line, too.
    [
      { ...apple, APPLE_KEY: appleKey.replace(/-----.*-----|\n/g, '') },
      { apple: expect.objectContaining({ key: appleKey.trim() }) },
    ],
    [
      { ...apple, APPLE_KEY: appleKey.replaceAll('\n', '') },
      { apple: expect.objectContaining({ key: appleKey.trim() }) },
    ],
    [{ HOST: '::1' }, { appleStandIn: true }],
    [{ HOST: 'localhost' }, { appleStandIn: true }],
    [{ HOST: '0.0.0.0', DEMO: '1' }, { appleStandIn: false }],
    [{ ORIGIN: 'https://yolo.example' }, { appleStandIn: false }],
    [{ PORT: '0' }, { appleStandIn: false }],
    [{ DEMO: '0' }, { appleStandIn: false }],
    [{ DEMO: '0', APPLE_STAND_IN: '1' }, { appleStandIn: true }],
    [{ APPLE_STAND_IN: '0' }, { appleStandIn: false }],
  ]
  it.each(accepted)('takes %j', (env, expected) => {
    expect(read(env)).toMatchObject(expected)
  })

  it('keeps its state in /var/lib/yolo as root', () => {
    expect(read({}, { ...machine, root: true }).stateDir).toBe('/var/lib/yolo')
    expect(read({ STATE_DIR: 'here' }, { ...machine, root: true }).stateDir).toBe('/srv/yolo/here')
  })

  const refused: [NodeJS.ProcessEnv, string][] = [
    [{ PORT: 'abc' }, "PORT is 'abc': must be a whole number from 0 to 65535"],
    [{ PORT: '65536' }, "PORT is '65536': must be a whole number from 0 to 65535"],
    [{ PORT: '-1' }, "PORT is '-1': must be a whole number from 0 to 65535"],
    [{ PORT: '80.5' }, "PORT is '80.5': must be a whole number from 0 to 65535"],
    [{ WEB_PROCESSES: '0' }, "WEB_PROCESSES is '0': must be a whole number from 1 to 99"],
    [
      { LIST_CACHE_SECONDS: '61' },
      "LIST_CACHE_SECONDS is '61': must be a whole number from 0 to 60",
    ],
    [{ HOST: 'a b' }, "HOST is 'a b': must be an address or a host name"],
    [{ HOST: '300.1.1.1' }, "HOST is '300.1.1.1': must be"],
    [{ HOST: 'a..b' }, "HOST is 'a..b': must be"],
    [{ HOST: 'fe80::1%eth0' }, "HOST is 'fe80::1%eth0': must be"],
    [{ MAIL_URL: 'smtp:' }, 'MAIL_URL is set, but must be'],
    [
      { ORIGIN: 'yolo.example' },
      "ORIGIN is 'yolo.example': must be http:// or https:// and a host, without a path",
    ],
    [{ ORIGIN: 'https://a.b/c' }, "ORIGIN is 'https://a.b/c': must be http:// or"],
    [{ ORIGIN: 'https://u:p@a.b' }, 'ORIGIN is'],
    [{ ORIGIN: 'https://a.b/?' }, 'ORIGIN is'],
    [{ ORIGIN: 'ftp://a.b' }, 'ORIGIN is'],
    [{ DEMO: 'maybe' }, "DEMO is 'maybe': must be on or off"],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'DATABASE_URL is set, but must be a postgres://'],
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URLS: 'postgres://h/d,http://x' },
      'DATABASE_READ_URLS is set, but must be postgres:// addresses with commas between them',
    ],
    [{ DATABASE_READ_URLS: 'postgres://h/d' }, 'DATABASE_READ_URLS is set: it needs DATABASE_URL'],
    [{ MAIL_URL: 'mail.example' }, 'MAIL_URL is set, but must be an smtp:// or smtps:// address'],
    [{ MAIL_FROM: 'nobody' }, "MAIL_FROM is 'nobody': must be an address like"],
    [{ MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' }, 'MAIL_FROM is'],
    [{ CONTACT_EMAIL: 'hello' }, "CONTACT_EMAIL is 'hello': must be an address like"],
    [{ CONTACT_EMAIL: 'a@b.c?bcc=d@e.f' }, 'CONTACT_EMAIL is'],
    [
      { SOCIAL_LINKS: 'https://x.com/yolo,http://yolo.example' },
      'must be https:// addresses with commas between them',
    ],
    [{ SOCIAL_LINKS: 'javascript:alert(1)' }, 'SOCIAL_LINKS is'],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL is 'loud': must be one of silent, fatal, error,"],
    [{ RATE_LIMITS: '0' }, "RATE_LIMITS is '0': must be on or off"],
    [
      { RATE_LIMITS: 'off', HOST: '0.0.0.0' },
      "RATE_LIMITS is 'off': allowed only while HOST is a loopback address",
    ],
    [{ PLACES_PROVIDER: 'bing' }, "PLACES_PROVIDER is 'bing': must be embedded or google"],
    [{ PLACES_PER_DAY: 'many' }, "PLACES_PER_DAY is 'many': must be a whole number"],
    [{ PLACES_PROVIDER: 'google' }, "PLACES_PROVIDER is 'google': it needs PLACES_KEY"],
    [
      { MAP_STYLE_URL: 'file:///style.json' },
      'MAP_STYLE_URL is set, but must be the http:// or https:// address of a map style, or two with a comma: light and dark',
    ],
    [
      { MAP_STYLE_URL: 'https://a.example,https://b.example,https://c.example' },
      'MAP_STYLE_URL is set, but may be two addresses at the most: light and dark',
    ],
    [
      { MAP_STYLE_URL: 'https://a.example/s', MAP_ORIGINS: "https://b.example;script-src 'none'" },
      `MAP_ORIGINS is 'https://b.example;script-src 'none'': must be origins like`,
    ],
    [
      { MAP_ORIGINS: 'https://b.example' },
      'MAP_ORIGINS is set: it needs MAP_STYLE_URL, whose tiles come from there',
    ],
    [
      { PLACES_PROVIDER: 'google', PLACES_KEY: 'k', PLACES_URL: 'ftp://p' },
      'PLACES_URL is set, but must be an http:// or https:// address',
    ],
    [
      { PLACES_PROVIDER: 'google', PLACES_KEY: 'k', PLACES_URL: 'http://google.example' },
      'PLACES_URL is set: it must be https:// where a key is sent to it',
    ],
    [
      { PUSH_HOSTS: 'https://push.example.com/x' },
      "PUSH_HOSTS is 'https://push.example.com/x': must",
    ],
    [{ PUSH_HOSTS: '*.com,10.0.0.1' }, 'PUSH_HOSTS is'],
    [{ PUSH_HOSTS: 'http://10.0.0.1:80' }, 'PUSH_HOSTS is'],
    [
      { PUSH_HOSTS: 'http://127.0.0.1:4131', HOST: '0.0.0.0' },
      'PUSH_HOSTS names one on this machine: allowed only while HOST is a loopback address',
    ],
    [{ TRUST_PROXY: 'proxy.example' }, "TRUST_PROXY is 'proxy.example': must be IP addresses"],
    [{ TRUST_PROXY: '10.0.0.0/33' }, "TRUST_PROXY is '10.0.0.0/33': must be IP addresses"],
    [{ TRUST_PROXY: '1.2.3.4,' }, 'TRUST_PROXY is'],
    [{ APPLE_CLIENT_ID: 'yolo.web' }, 'go together: some are missing'],
    [{ ...apple, APPLE_KEY: '' }, 'go together: some are missing'],
    [
      { ...apple, APPLE_KEY: '/keys/apple.p8' },
      'APPLE_KEY is set, but must be the .p8 key that Apple gave: P-256 in PEM, all on one line',
    ],
    [{ ...apple, APPLE_KEY: appleKey.slice(0, 90) }, 'APPLE_KEY is set, but'],
    [{ ...apple, APPLE_KEY: rsa }, 'APPLE_KEY is set, but'],
    [{ ...apple, APPLE_KEY: otherCurve }, 'APPLE_KEY is set, but'],
    [
      { ...apple, APPLE_ISSUER: 'http://id.example' },
      "APPLE_ISSUER is 'http://id.example': must be an https:// address",
    ],
    [{ ...apple, APPLE_STAND_IN: '1' }, 'APPLE_STAND_IN is on: there is APPLE_CLIENT_ID'],
    [
      { HOST: '0.0.0.0', DEMO: '1', APPLE_STAND_IN: '1' },
      'APPLE_STAND_IN is on: allowed only while HOST and ORIGIN are loopback addresses',
    ],
    [{ ORIGIN: 'https://yolo.example', APPLE_STAND_IN: '1' }, 'APPLE_STAND_IN is on: allowed only'],
    [{ PORT: '0', APPLE_STAND_IN: '1' }, 'APPLE_STAND_IN is on: needs a PORT or an ORIGIN'],
  ]
  it.each(refused)('refuses %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)])
  })

  it('tells all that is wrong at once, without repeating a password', () => {
    const env = { PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'mysql://u:secret@h/d' }
    expect(problemsOf(env)).toHaveLength(3)
    expect(() => read(env)).toThrow(/^These settings can't be used:\n {2}PORT is 'x'/)
    expect(problemsOf(env).join()).not.toContain('secret')
  })
})
