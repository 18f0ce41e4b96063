import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../settings.ts'
import { type Storage, StorageUnavailableError } from './storage.ts'

/**
 * Stores files in a bucket of Amazon S3 or of a compatible store. A file that isn't read after `patience` milliseconds,
 * all attempts included, is given up; other commands have more time or less.
 */
export function bucketStorage(
  { bucket, prefix, endpoint }: S3Settings,
  kind: string,
  patience = 10_000,
) {
  const client = new S3Client({
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

  async function get(name: string, part: { Range?: string } = {}) {
    try {
      return await within(patience, async (limit) => {
        const { Body } = await client.send(new GetObjectCommand({ ...at(name), ...part }), limit)
        return Buffer.from(await Body!.transformToByteArray())
      })
    } catch (error) {
      if (isMissing(error)) return null
      // A range of an empty file is refused.
      if ((error as Error).name === 'InvalidRange') return Buffer.alloc(0)
      throw error
    }
  }

  const storage: Storage = {
    // Many machines send more slowly than they receive. The files of an upload share a time: with that of the encoder it
    // takes a minute and a half at most.
    write: (files) =>
      within(4 * patience, async (limit) => {
        for (const { name, body, type } of files)
          await client.send(
            new PutObjectCommand({ ...at(name), Body: body, ContentType: type }),
            limit,
          )
      }),
    read: (name) => get(name),
    async remove(names) {
      if (names.length === 0) return
      const Objects = names.map((name) => ({ Key: at(name).Key }))
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
      // A transaction waits for it, and the sweep of stray photos tries again.
      const { Errors = [] } = await within(patience / 4, (limit) => client.send(command, limit))
      const failed = Errors.filter(({ Code }) => Code !== 'NoSuchKey')
      if (failed.length > 0)
        throw new Error(`${failed.length} files could not be removed: ${failed[0]!.Code}.`)
    },
    // An answer to HEAD would have no reason: a file and a bucket that aren't there would look the same.
    has: async (name) => (await get(name, { Range: 'bytes=0-0' })) !== null,
    async *list() {
      const Prefix = at('').Key
      let ContinuationToken: string | undefined
      do {
        const asked = { Bucket: bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }
        const page = await within(patience, (limit) =>
          client.send(new ListObjectsV2Command(asked), limit),
        )
        yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length))
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
  }
  return storage
}

/**
 * Runs commands that must be done within a time, all together. Throws StorageUnavailableError if they aren't, or if the
 * store doesn't serve us.
 */
async function within<T>(
  milliseconds: number,
  run: (limit: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const abortSignal = AbortSignal.timeout(milliseconds)
  try {
    return await run({ abortSignal })
  } catch (error) {
    if (abortSignal.aborted) throw new StorageUnavailableError(`no answer in ${milliseconds} ms`)
    throw isAway(error) ? new StorageUnavailableError(reasonOf(error)) : error
  }
}

const isMissing = (error: unknown) => (error as Error).name === 'NoSuchKey'

/**
 * Returns whether an error says that the store doesn't serve us now. Other refusals of a request, and what isn't there,
 * are no outage.
 */
function isAway(error: unknown): boolean {
  const { name, $metadata } = error as S3ServiceException
  const status = $metadata?.httpStatusCode ?? 0
  if (status < 400 || status >= 500) return true
  // A bucket that isn't there is a 404, too.
  return (
    ([401, 403, 404, 408, 429].includes(status) && !isMissing(error)) ||
    ['ExpiredToken', 'RequestTimeout'].includes(name)
  )
}

function reasonOf(error: unknown): string {
  const { name, message, $metadata } = error as S3ServiceException
  const status = $metadata?.httpStatusCode
  const reason = [status, name, message.split('\n', 1)[0]].filter(Boolean).join(' ')
  return name === 'AccessDenied'
    ? `${reason} (the rights that the key needs: docs/operating.md)`
    : reason
}
