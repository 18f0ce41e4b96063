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
): Storage {
  const client = new S3Client({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Stores other than Amazon's may not support checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000 },
  })
  const folder = [prefix, kind, ''].filter((part, at) => part || at === 2).join('/')
  const at = (name: string) => ({ Bucket: bucket, Key: folder + name })

  return {
    // Many machines send more slowly than they receive. The files of an upload share a time.
    write: (files) =>
      within(4 * patience, async (limit) => {
        for (const { name, body, type } of files)
          await client.send(
            new PutObjectCommand({ ...at(name), Body: body, ContentType: type }),
            limit,
          )
      }),
    read: (name) =>
      within(patience, async (limit) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)), limit)
          return Buffer.from(await Body!.transformToByteArray())
        } catch (error) {
          if ((error as Error).name === 'NoSuchKey') return null
          throw error
        }
      }),
    async remove(names) {
      if (names.length === 0) return
      const Objects = names.map((name) => ({ Key: at(name).Key }))
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
      // A transaction waits for it, and the sweep of stray photos tries again.
      const { Errors = [] } = await within(patience / 4, (limit) => client.send(command, limit))
      const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
      if (failed) throw new StorageUnavailableError(`a file can’t be removed: ${failed.Code}`)
    },
    async *list() {
      let token: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: folder,
          ...(token && { ContinuationToken: token }),
        })
        const page = await within(patience, (limit) => client.send(command, limit))
        yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(folder.length))
        token = page.NextContinuationToken
      } while (token)
    },
  }
}

/** Runs commands that must be done within a time, all together. Throws StorageUnavailableError if they fail. */
async function within<T>(
  milliseconds: number,
  run: (limit: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const abortSignal = AbortSignal.timeout(milliseconds)
  try {
    return await run({ abortSignal })
  } catch (error) {
    if (abortSignal.aborted) throw new StorageUnavailableError(`no answer in ${milliseconds} ms`)
    const { name, message, $metadata } = error as S3ServiceException
    const reason = [$metadata?.httpStatusCode, name, message.split('\n', 1)[0]]
    throw new StorageUnavailableError(reason.filter(Boolean).join(' '))
  }
}
