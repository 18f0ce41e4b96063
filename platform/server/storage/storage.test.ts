import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, type Settings } from '../settings.ts'
import { openStorage, StorageFullError, StorageUnavailableError, type Storage } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'yolo-storage-'))
const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'pictures' }],
})
const { port } = await bucket.run()
process.env.AWS_REGION = 'us-east-1'
process.env.AWS_ACCESS_KEY_ID = process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
const settings = (s3?: Settings['s3']): Settings => ({
  ...readSettings({ STATE_DIR: join(folder, 'state') }),
  s3,
})
const s3 = { bucket: 'pictures', prefix: 'of/yolo', endpoint: `http://127.0.0.1:${port}` }

const jpeg = (name: string, body: Buffer) => ({ name, type: 'image/jpeg', body })

afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const stores: [string, Storage][] = [
  ['on the disk', openStorage(settings(), 'photos')],
  ['in a bucket', openStorage(settings(s3), 'photos')],
]

describe.each(stores)('files %s', (_, storage) => {
  test('come back as they were, until they are removed', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (__, at) => at % 256))
    await storage.write([jpeg('abc-1.jpg', bytes), jpeg('abc-2.jpg', Buffer.from('two'))])
    const listed: string[] = []
    for await (const names of storage.list()) listed.push(...names)
    expect(listed.sort()).toEqual(['abc-1.jpg', 'abc-2.jpg'])
    expect((await storage.read('abc-1.jpg'))?.equals(bytes)).toBe(true)
    expect(await storage.read('abc-3.jpg')).toBeNull()
    await storage.remove(['abc-1.jpg', 'abc-3.jpg'])
    expect(await storage.read('abc-1.jpg')).toBeNull()
    expect((await storage.read('abc-2.jpg'))?.toString()).toBe('two')
  })
})

test('what lies in the bucket lies under the folder asked for', async () => {
  await stores[1]![1].write([jpeg('seen.jpg', Buffer.from('x'))])
  const names = await readdir(join(folder, 's3/pictures'), { recursive: true })
  expect(names.some((name) => name.startsWith('of/yolo/photos/seen.jpg'))).toBe(true)
})

test('F17 a bucket that is away or gone is an error, not an empty answer', async () => {
  const away = openStorage(settings({ ...s3, endpoint: 'http://127.0.0.1:9' }), 'photos')
  await expect(away.read('abc-2.jpg')).rejects.toThrow(StorageUnavailableError)
  const gone = openStorage(settings({ ...s3, bucket: 'elsewhere' }), 'photos')
  await expect(gone.read('abc-2.jpg')).rejects.toThrow('404 NoSuchBucket')
})

/** Opens a bucket at a server of our own that answers as `answer` does. */
async function bucketAt(answer: RequestListener, patience: number) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: its } = server.address() as AddressInfo
  const chosen = settings({ ...s3, endpoint: `http://127.0.0.1:${its}` })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { storage: openStorage(chosen, 'photos', patience), close }
}

test('F14 F17 a bucket that falls silent, before or within an answer, is given up', async () => {
  const { storage, close } = await bucketAt((request, response) => {
    if (request.url!.includes('half'))
      response.writeHead(200, { 'content-length': 9 }).write('half')
  }, 200)
  const list = async () => {
    for await (const _ of storage.list());
  }
  const calls = [
    storage.read('silent.jpg'),
    storage.read('half.jpg'),
    list(),
    storage.remove(['silent.jpg']),
    storage.write([jpeg('silent.jpg', Buffer.from('x'))]),
  ]
  const begun = performance.now()
  const errors = await Promise.all(calls.map((one) => one.catch((error: unknown) => error)))
  expect(performance.now() - begun).toBeLessThan(1_500)
  for (const error of errors) expect(error).toBeInstanceOf(StorageUnavailableError)
  expect(String(errors[0])).toContain('no answer in 200 ms')
  close()
})

test('F17 the files of an upload have one time together in a slow bucket', async () => {
  let asked = 0
  const { storage, close } = await bucketAt((_request, response) => {
    asked++
    setTimeout(() => response.end(), 250)
  }, 300)
  const files = Array.from({ length: 7 }, (_, at) => jpeg(`slow-${at}.jpg`, Buffer.from('x')))
  await expect(storage.write(files)).rejects.toThrow(StorageUnavailableError)
  expect(asked).toBeLessThan(7)
  close()
})

test('F17 a key that may not see what isn’t there, or remove, is told apart from a file that is gone', async () => {
  const { storage, close } = await bucketAt(({ method }, response) => {
    const denied = '<Code>AccessDenied</Code><Message>Access Denied</Message>'
    if (method === 'POST')
      return void response.end(`<DeleteResult><Error><Key>x</Key>${denied}</Error></DeleteResult>`)
    response.writeHead(403).end(`<Error>${denied}</Error>`)
  }, 5_000)
  await expect(storage.read('x.jpg')).rejects.toThrow('away: 403 AccessDenied')
  await expect(storage.remove(['x.jpg'])).rejects.toThrow('AccessDenied')
  close()
})

test('names that lead elsewhere are refused', async () => {
  for (const name of ['../x', 'a/b', '.x', '', 'a\0b'])
    await expect(stores[0]![1].read(name)).rejects.toThrow('can’t be ours')
})

test.skipIf(!existsSync('/dev/full'))('F4 a full disk leaves no half file', async () => {
  const root = join(folder, 'full')
  await mkdir(join(root, 'photos/ab'), { recursive: true })
  await symlink('/dev/full', join(root, 'photos/ab/abc.jpg.part'))
  const storage = openStorage({ ...settings(), stateDir: root }, 'photos')
  const write = storage.write([jpeg('abc.jpg', Buffer.from('x'))])
  await expect(write).rejects.toThrow(StorageFullError)
  expect(await readdir(join(root, 'photos/ab'))).toEqual([])
})
