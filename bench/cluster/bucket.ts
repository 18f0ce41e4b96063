import { mkdirSync } from 'node:fs'
import S3rver from 's3rver'

/** Starts a server of the S3 protocol for photos, which a site on several machines needs. */
export async function startBucket(directory: string) {
  mkdirSync(directory, { recursive: true })
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'photos' }],
  })
  const { port } = await bucket.run()
  const env = {
    PHOTO_STORE: 's3://photos',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  return { env, stop: () => bucket.close() }
}
