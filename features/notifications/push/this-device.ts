import { useState } from 'react'
import { api, ApiError } from '#platform/web/api/api.ts'
import { pushAnswer } from '#platform/web/push.ts'

/** 'install': iPhones and iPads show pushes only of a site that was added to the home screen. */
export type PushSupport = 'able' | 'install' | 'unable' | 'blocked'

/** Returns whether this browser can show pushes, and if not, why. */
export function pushSupport(): PushSupport {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (able) return Notification.permission === 'denied' ? 'blocked' : 'able'
  const isPhoneOfApple = /iPhone|iPad/.test(navigator.userAgent)
  return isPhoneOfApple && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'unable'
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

/**
 * Asks for permission, subscribes and sends the subscription to the server. Must be called in response to a tap,
 * because browsers ask for permission only then. Returns false if the permission was refused.
 */
async function turnOnPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await navigator.serviceWorker.register('/service-worker.js')
  await navigator.serviceWorker.ready
  const { publicKey } = await api('GET /push-key', {})
  // Ends an earlier subscription, which gets nothing if the site's keys have changed, as after restoring a backup.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await api('POST /user/push-subscriptions', { endpoint, p256dh, auth })
  pushAnswer.set('on')
  return true
}

/** Turns pushes on by a tap. `run` returns whether they are on; otherwise `problem` says why not. */
export function useTurnOnPush() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function run(): Promise<boolean> {
    setBusy(true)
    setProblem('')
    try {
      if (await turnOnPush()) return true
      setProblem('Your browser didn’t allow it, so nothing is sent to this device.')
    } catch (error) {
      // Any other error comes from the browser's push service, which is missing or can't be reached.
      setProblem(
        error instanceof ApiError
          ? error.message
          : 'Your browser can’t receive notices just now. Please try again later.',
      )
    } finally {
      setBusy(false)
    }
    return false
  }
  return { run, busy, problem }
}
