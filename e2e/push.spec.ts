import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn } from './members.ts'
import { linkIn } from './newcomer.ts'

// Pushes come to the service worker.
test.use({ serviceWorkers: 'allow' })

const panel = (page: Page) => page.getByRole('region', { name: 'On this device' })

/** Lets the browser subscribe without a push service, which this machine can't reach. */
async function withoutPushService(context: BrowserContext) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    let subscribed: PushSubscription | null = null
    const subscription = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        subscribed = null
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.subscribe = async () => (subscribed = subscription)
    PushManager.prototype.getSubscription = async () => subscribed
  })
}

test('notices are turned on by a tap, on this device, and off again', async ({ page, context }) => {
  await withoutPushService(context)
  await logIn(page, await join(page))
  await page.goto('/settings')
  await panel(page).getByRole('button', { name: 'Turn on here' }).click()
  await expect(panel(page).getByText('Notices come to this device now.')).toBeVisible()
  await expect(panel(page).getByText('What you chose above comes to this device')).toBeVisible()
  await page.reload()
  await panel(page).getByRole('button', { name: 'Turn off here' }).click()
  await expect(panel(page).getByRole('button', { name: 'Turn on here' })).toBeVisible()
})

test(
  'a log-out without a network ends the session and the notices on this device at once',
  { tag: '@long' },
  async ({ page, context }) => {
    await withoutPushService(context)
    const member = await join(page)
    await logIn(page, member)
    await page.goto('/settings')
    await panel(page).getByRole('button', { name: 'Turn on here' }).click()
    await expect(panel(page).getByText('Notices come to this device now.')).toBeVisible()
    const subscription = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready
        return (await worker.pushManager.getSubscription())?.endpoint
      })
    expect(await subscription()).toContain('https://')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Logout' }).click()
    const stored = () => page.evaluate(() => JSON.stringify(localStorage)).catch(() => member.token)
    await expect.poll(stored).not.toContain(member.token)
    await expect.poll(() => subscription().catch(() => 'on its way')).toBe(undefined)
  },
)

test(
  'notices that ended with a log-out aren’t believed to be on after the next log-in',
  { tag: '@long' },
  async ({ page, context }) => {
    await withoutPushService(context)
    const member = await join(page)
    const enter = async () => {
      await page.getByLabel('E-mail').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
      await page.getByRole('button', { name: 'Current Members - Log In' }).click()
      await expect(panel(page).getByRole('button', { name: 'Turn on here' })).toBeVisible()
    }
    const answer = () => page.evaluate(() => localStorage.getItem('pushAnswer'))
    await page.goto('/login?next=%2Fsettings')
    await enter()
    await panel(page).getByRole('button', { name: 'Turn on here' }).click()
    await expect.poll(answer).toBe('"on"')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByText('You are logged out.')).toBeVisible()
    // The device knows the address, and fills it in.
    await page.goto('/login?next=%2Fsettings')
    await expect(page.getByLabel('E-mail')).toHaveValue(member.email)
    await enter()
    expect(await answer()).toBeNull()
  },
)

test(
  'what another member’s log-in or new password replaces ends on the server, with its notices',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.addInitScript(() => {
      const unsubscribe = async () => {
        sessionStorage.setItem('unsubscribed', 'yes')
        return true
      }
      PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as never
    })
    const begin = async () => {
      const member = await join(page)
      await page.goto('/home')
      await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => sessionStorage.clear()))
      return member
    }
    const expectEnded = async ({ token }: { token: string }) => {
      const answer = () =>
        page.request.get('/api/follow/unread', { headers: { Authorization: `Bearer ${token}` } })
      await expect.poll(async () => (await answer()).status()).toBe(401)
      expect(await page.evaluate(() => sessionStorage.getItem('unsubscribed'))).toBe('yes')
    }
    const first = await begin()
    await page.goto('/api/login/apple?next=%2Fhome')
    await page.getByLabel('E-mail', { exact: true }).fill(`over.${first.email}`)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Apple')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill('1990')
    await page.getByRole('button', { name: 'New Members - Join' }).click()
    await expect(page).toHaveURL('/home')
    const userId = () =>
      page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { id: number | null }).id)
    await expect.poll(userId).toBeGreaterThan(first.id)
    await expectEnded(first)

    const another = await join(page)
    await page.request.post('/api/forgot-password', { data: { email: another.email } })
    const second = await begin()
    await page.goto(await linkIn('reset-password', another.email))
    await page.getByLabel('New password', { exact: true }).fill('ten calmer otters')
    await page.getByLabel('Confirm password').fill('ten calmer otters')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(
      page.getByText('Your new password is set, and everyone is logged out.'),
    ).toBeVisible()
    expect(await userId()).toBeNull()
    await expectEnded(second)
  },
)

test('the weekly mail stays as it was set', { tag: '@long' }, async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto('/settings')
  const weekly = page.getByRole('checkbox', { name: 'A mail a week' })
  await expect(weekly).not.toBeChecked()
  await weekly.check()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(weekly).toBeChecked()
  await expectClean(page)
})

test(
  'a page says in words that the browser blocks notices',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    )
    await logIn(page, await join(page))
    await page.goto('/settings')
    await expect(panel(page).getByText('Your browser blocks notices of this site.')).toBeVisible()
    await expect(panel(page).getByRole('button')).toHaveCount(0)
  },
)

test('a push is shown, and a tap on it opens its page in the open tab', async ({
  page,
  context,
}) => {
  await withoutPushService(context)
  await logIn(page, await join(page))
  await page.goto('/settings')
  await panel(page).getByRole('button', { name: 'Turn on here' }).click()
  await expect(panel(page).getByText('Notices come to this device now.')).toBeVisible()

  const devtools = await context.newCDPSession(page)
  const registrations: { registrationId: string; isDeleted: boolean }[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations),
  )
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: registrations.findLast(({ isDeleted }) => !isDeleted)!.registrationId,
      data: JSON.stringify({
        title: 'Yolo',
        body: 'Ann and 3 others upvoted your favorite Pho · The Anchor',
        url: '/about',
        tag: 'upvoted:1',
      }),
    })
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready
      const notifications = await worker.getNotifications()
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  // Chromium drops a message for a worker that is just starting. A second one of the same tag replaces the first.
  const pushed = async () => {
    await deliver()
    return shown()
  }
  await expect.poll(pushed, { intervals: [1000] }).toEqual([
    {
      title: 'Yolo',
      body: 'Ann and 3 others upvoted your favorite Pho · The Anchor',
      tag: 'upvoted:1',
    },
  ])

  // Nobody can tap a notification of a browser without a screen, so the worker is sent the event of the tap.
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const tap = new (self as any).NotificationEvent('notificationclick', { notification })
    ;(self as any).dispatchEvent(tap)
  })
  await expect(page).toHaveURL(/\/about$/)
  await expect.poll(shown).toEqual([])
})
