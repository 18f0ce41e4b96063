import webPush from 'web-push'
import type { Clock, Database } from '#platform/server/services.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/**
 * Returns the keys that identify this site to push services (VAPID), which are created when first needed. Backups
 * contain neither the keys nor the subscriptions, which are valid only with these keys.
 */
export async function pushKeys(database: Database, clock: Clock): Promise<PushKeys> {
  const stored = () =>
    database
      .selectFrom('push_state')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .where('single', '=', true)
      .executeTakeFirst()
  const found = await stored()
  if (found) return found
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await database
    .insertInto('push_state')
    .values({ public_key: publicKey, private_key: privateKey, looked_until: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored())!
}
