import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../settings.ts'
import type { Storage } from './storage.ts'

/**
 * Stores files in a bucket of Amazon S3 or of a compatible store. A file that isn't read after `patience` milliseconds,
 * all attempts included, is given up; other commands have more time or less.
 */
export function bucketStorage(
  { bucket, prefix, endpoint, region, key }: S3Settings,
  kind: string,
  patience = 10_000,
) {
  const client = new S3Client({
    region,
    // Without credentials, the SDK uses those of the machine's role.
    ...(key ? { credentials: { accessKeyId: key.id, secretAccessKey: key.secret } } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Stores other than Amazon's may not support checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000 },
  })
  const at = (name: string) => ({
    Bucket: bucket,
    Key: [prefix, kind, name].filter((part, at) => part || at === 2).join('/'),
  })

  const within = (milliseconds = patience) => ({ abortSignal: AbortSignal.timeout(milliseconds) })

  const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as Error).name)

  async function get(name: string, part: { Range?: string } = {}) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...at(name), ...part }), within())
      return Buffer.from(await Body!.transformToByteArray())
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const storage: Storage = {
    async write(name, body, type) {
      const command = { ...at(name), Body: body, ContentType: type }
      // Many machines send more slowly than they receive.
      await client.send(new PutObjectCommand(command), within(6 * patience))
    },
    async writeFile(name, path, type) {
      const { size } = await stat(path)
      const Body = createReadStream(path)
      const command = { ...at(name), Body, ContentLength: size, ContentType: type }
      // A large file needs a longer timeout.
      await client.send(new PutObjectCommand(command), within(3_600_000))
    },
    readPart: (name, from, to) => get(name, { Range: `bytes=${from}-${to}` }),
    read: (name) => get(name),
    async remove(names) {
      if (names.length === 0) return
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: names.map((name) => ({ Key: at(name).Key })), Quiet: true },
        }),
        // A transaction waits for it, and the sweep of stray photos tries again.
        within(patience / 4),
      )
      const failed = Errors.filter(({ Code }) => Code !== 'NoSuchKey')
      if (failed.length > 0) throw new Error(`${failed.length} files could not be removed.`)
    },
    async has(name) {
      try {
        await client.send(new HeadObjectCommand(at(name)), within())
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async *list() {
      const Prefix = at('').Key
      let ContinuationToken: string | undefined
      do {
        const asked = { Bucket: bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }
        const page = await client.send(new ListObjectsV2Command(asked), within())
        yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length))
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
  }
  return storage
}
