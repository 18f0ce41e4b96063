import { describe, expect, it } from 'vitest'
import { makePhoto } from '#platform/testing/photos.ts'
import { openSpecification } from './specification.ts'

// Point 7 of the specification: each call by its method and path, with its payload and answer.

const site = await openSpecification()
const { app, ann, ben, admin, restaurant, burger, tested, send } = site
const near = 'latitude=44.98&longitude=-93.27'

const saved = (name: string, more = {}) => ({
  placeId: restaurant.placeId,
  categoryId: 3,
  itemName: name,
  description: 'So good.',
  tags: [35],
  ...more,
})

const photo = async () => {
  const form = new FormData()
  form.set('file', new Blob([await makePhoto()]), 'photo.jpg')
  return form
}

describe('accounts', () => {
  const email = 'new.diner@example.com'
  const password = 'a long password of one’s own'

  it('POST /register: user session', async () => {
    const body = { userName: 'New Diner', email, password, referer: ann.id }
    const { body: session } = await send('POST /register', '/register', { body })
    expect(session).toMatchObject({ name: 'New Diner', email })
    expect(session.id).toBeGreaterThanOrEqual(1000)
    expect(Date.parse(session.expires)).toBeGreaterThan(Date.now())
    expect(session.token).toEqual(expect.any(String))
  })

  it('POST /login: e-mail and password return the session, else the server’s message', async () => {
    const { body } = await send('POST /login', '/login', { body: { email, password } })
    expect(body).toMatchObject({ name: 'New Diner', email, token: expect.any(String) })
    const wrong = { email, password: 'a wrong password' }
    const refused = await send('POST /login', '/login', { body: wrong, status: 401 })
    expect(refused.body.message).toEqual(expect.any(String))
  })

  it('POST /login/20: admin 514 as user 20', async () => {
    const { body } = await send('POST /login/20', '/login/20', { as: admin })
    expect(body).toMatchObject({ id: 20, name: expect.any(String), token: expect.any(String) })
    await send('POST /login/20', '/login/20', { as: ann, status: 403 })
  })

  it('POST /forgot-password and POST /reset-password/{newPassword}', async () => {
    await send('POST /forgot-password', `/forgot-password?email=${encodeURIComponent(email)}`)
    const mail = await app.mail(
      (text) => text.includes(email) && /reset-password\?token=/.test(text.replace(/=\r?\n/g, '')),
    )
    const plain = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    const token = /reset-password\?token=([\w-]+)/.exec(plain)![1]!
    const path = `/reset-password/${encodeURIComponent('another long password')}`
    await send('POST /reset-password/:newPassword', path, { headers: { Authorization: token } })
    await send('POST /login', '/login', { body: { email, password: 'another long password' } })
    const again = { headers: { Authorization: token }, status: 400 }
    const { body } = await send('POST /reset-password/:newPassword', path, again)
    expect(body.message).toEqual(expect.any(String))
  })

  it('PUT /user/name: result.firstName, result.lastName', async () => {
    const body = { firstname: 'Ann', lastname: 'Diner' }
    const answer = await send('PUT /user/name', '/user/name', { as: ann, body })
    expect(answer.body.result).toMatchObject({ firstName: 'Ann', lastName: 'Diner' })
  })

  it('PUT /user/email: result.email', async () => {
    const { body: session } = await send('POST /login', '/login', {
      body: { email, password: 'another long password' },
    })
    const body = { email: 'changed@example.com', password: 'another long password' }
    const answer = await send('PUT /user/email', '/user/email', { as: session, body })
    expect(answer.body.result).toEqual({ email: 'changed@example.com', pending: true })
  })

  it('POST /save-location', async () => {
    const body = { userEmail: ann.email, latitude: 44.98, longitude: -93.27 }
    await send('POST /save-location', '/save-location', { as: ann, body })
  })

  it('GET /users-nearby: e-mails for the export', async () => {
    await app.database
      .updateTable('users')
      .set({ email_consent_at: new Date() })
      .where('id', '=', ann.id)
      .execute()
    const { body } = await send('GET /users-nearby', `/users-nearby?${near}`, { as: admin })
    expect(body).toContain(ann.email)
  })
})

describe('yolos', () => {
  let yolo: { id: number; itemId: number }

  it('GET /user-categories: category list with counters', async () => {
    const path = `/user-categories?user=${ann.id}&v=1`
    const { body } = await send('GET /user-categories', path, { as: ann })
    expect(body).toHaveLength(14)
    expect(body).toContainEqual({ id: 3, name: 'Burgers', counter: 1 })
  })

  it('GET /yolos/is-yolo-allowed: yoloedEarlier and verified', async () => {
    const path = `/yolos/is-yolo-allowed?userId=${ben.id}`
    const { body } = await send('GET /yolos/is-yolo-allowed', path, { as: ben })
    expect(body).toMatchObject({ yoloedEarlier: false, verified: true })
  })

  it('POST /yolos: the id, or error and message', async () => {
    const body = saved('Cheeseburger', { userId: ben.id })
    yolo = (await send('POST /yolos', '/yolos', { as: ben, body })).body
    expect(yolo.id).toEqual(expect.any(Number))
    const bad = await send('POST /yolos', '/yolos', { as: ben, body: saved(''), status: 400 })
    expect(bad.body).toMatchObject({ error: expect.any(String), message: expect.any(String) })
  })

  it('POST /yolos: a fourth in a category is refused: Quota of 3 filled', async () => {
    const eve = await app.member()
    for (const name of ['One', 'Two', 'Three'])
      await send('POST /yolos', '/yolos', { as: eve, body: saved(name) })
    const fourth = await send('POST /yolos', '/yolos', {
      as: eve,
      body: saved('Four'),
      status: 409,
    })
    expect(fourth.body.message).toContain('Quota of 3 filled')
  })

  it('PUT /yolos: description', async () => {
    const body = { id: yolo.id, description: 'The best in town.', userId: ben.id }
    const answer = await send('PUT /yolos', '/yolos', { as: ben, body })
    expect(answer.body).toMatchObject({ id: yolo.id, description: 'The best in town.' })
    const long = { ...body, description: 'x'.repeat(301) }
    await send('PUT /yolos', '/yolos', { as: ben, body: long, status: 400 })
  })

  it('PUT /yolo/name', async () => {
    const body = { yoloId: yolo.id, new_name: 'Double Cheeseburger' }
    const answer = await send('PUT /yolo/name', '/yolo/name', { as: ben, body })
    expect(answer.body).toMatchObject({ itemName: 'Double Cheeseburger' })
    yolo.itemId = answer.body.itemId
  })

  it('POST /add-more-tags/{yoloId}: a list of objects with tagId', async () => {
    const path = `/add-more-tags/${yolo.id}`
    const { body } = await send('POST /add-more-tags/:yoloId', path, {
      as: ben,
      body: [{ tagId: 36 }],
    })
    expect(body.yoloTags).toEqual(expect.arrayContaining([{ tagId: 35 }, { tagId: 36 }]))
  })

  it('PUT /yolos/category', async () => {
    const to = (categoryId: number) => ({ as: ben, body: { yoloId: yolo.id, categoryId } })
    const answer = await send('PUT /yolos/category', '/yolos/category', to(13))
    expect(answer.body).toMatchObject({ categoryId: 13 })
    const back = await send('PUT /yolos/category', '/yolos/category', to(3))
    yolo.itemId = back.body.itemId
  })

  it('POST /yolo-image/{yoloId}/image/upload, GET /yolo-image/{name} and GET /getImage', async () => {
    const path = `/yolo-image/${yolo.id}/image/upload`
    const { body } = await send('POST /yolo-image/:yoloId/image/upload', path, {
      as: ben,
      body: await photo(),
    })
    const image = await send('GET /yolo-image/:name', `/yolo-image/${body.image}`)
    expect(image.headers.get('content-type')).toBe('image/jpeg')
    const byId = await app.request('GET', `/api/getImage?yoloId=${yolo.id}`)
    tested.add('GET /getImage')
    expect([200, 302]).toContain(byId.status)
  })

  it('GET /restaurants/{id}: items and restaurant', async () => {
    const { body } = await send('GET /restaurants/:id', `/restaurants/${restaurant.id}?v=1`)
    expect(body.restaurant).toMatchObject({ id: restaurant.id, name: 'Matt’s Bar' })
    expect(body.items.map(({ id }: { id: number }) => id)).toContain(burger.id)
  })

  it('GET /restaurants: the id of the restaurant, else not found', async () => {
    const name = encodeURIComponent('Matt’s Bar')
    const { body } = await send('GET /restaurants', `/restaurants?name=${name}`)
    expect(body.id).toBe(restaurant.id)
    await send('GET /restaurants', '/restaurants?name=Nowhere', { status: 404 })
  })

  it('GET /restaurant-items: an error field for a duplicate name', async () => {
    const path = (name: string) =>
      `/restaurant-items?placeId=${restaurant.placeId}&itemName=${encodeURIComponent(name)}&category=3`
    const taken = await send('GET /restaurant-items', path('Jucy Lucy'), { status: 409 })
    expect(taken.body).toMatchObject({ error: 'item_exists', message: expect.any(String) })
    await send('GET /restaurant-items', path('Something New'))
  })

  it('GET /items: the items of a category and place', async () => {
    const path = `/items?category=3&place=${restaurant.placeId}&user=${ann.id}`
    const { body } = await send('GET /items', path, { as: ann })
    expect(body.map(({ id }: { id: number }) => id)).toContain(burger.id)
  })

  it('GET /yolos: nearBy and top lists', async () => {
    const far = await app.restaurant({ latitude: 40.7, longitude: -74 })
    await app.item({ restaurant: far.id, category: 3, by: ann.id, name: 'Far Burger' })
    const path = `/yolos?category=3&${near}&distanceMiles=5&tags=&v=1`
    const { body } = await send('GET /yolos', path)
    const names = (list: { itemName?: string; name: string }[]) =>
      list.map(({ itemName, name }) => itemName ?? name)
    expect(names(body.nearBy)).toContain('Jucy Lucy')
    expect(names(body.top)).toContain('Far Burger')
    expect(body.nearBy[0]).toMatchObject({
      id: expect.any(Number),
      yolos: expect.any(Array),
      upvoteCount: expect.any(Number),
    })
    await send('GET /yolos', `/yolos?category=3&${near}`, { as: ann })
  })

  it('GET /yolos: with tags only what has one of them', async () => {
    const tags = { as: ben, body: [{ tagId: 36 }] }
    await send('POST /add-more-tags/:yoloId', `/add-more-tags/${yolo.id}`, tags)
    const { body } = await send('GET /yolos', `/yolos?category=3&${near}&tags=36`)
    expect(body.nearBy.map(({ id }: { id: number }) => id)).toEqual([yolo.itemId])
  })

  it('POST /items/{id}/upvote and POST /items/{id}/removeUpvote', async () => {
    const sent = { as: ben, body: { userId: ben.id } }
    const up = await send('POST /items/:id/upvote', `/items/${burger.id}/upvote`, sent)
    expect(up.body).toMatchObject({ upvoted: true, upvoteCount: 1 })
    const down = await send(
      'POST /items/:id/removeUpvote',
      `/items/${burger.id}/removeUpvote`,
      sent,
    )
    expect(down.body).toMatchObject({ upvoted: false, upvoteCount: 0 })
    await send('POST /items/:id/upvote', `/items/${burger.id}/upvote`, sent)
  })

  it('POST /items/upvote-yolo: sets the count', async () => {
    const body = { itemId: burger.id, userId: admin.id, newCount: 7 }
    const answer = await send('POST /items/upvote-yolo', '/items/upvote-yolo', { as: admin, body })
    expect(answer.body.upvoteCount).toBe(7)
    const mine = { ...body, userId: ann.id }
    await send('POST /items/upvote-yolo', '/items/upvote-yolo', {
      as: ann,
      body: mine,
      status: 403,
    })
  })

  it('GET /itemExpired and GET /restaurant/markClosed: reports', async () => {
    const item = `/itemExpired?itemId=${burger.id}&userId=${ben.id}`
    const expired = await send('GET /itemExpired', item, { as: ben })
    expect(expired.body).toMatchObject({ id: burger.id, expired: true })
    const path = `/restaurant/markClosed?restaurantId=${restaurant.id}&userId=${ben.id}`
    const closed = await send('GET /restaurant/markClosed', path, { as: ben })
    expect(closed.body).toMatchObject({ restaurantClosed: true })
  })

  it('GET /my-page: upvotedCount, receivedCount, shareCount, items', async () => {
    const { body } = await send('GET /my-page', '/my-page?v=1', { as: ben })
    expect(body).toMatchObject({ upvotedCount: 1, receivedCount: 0, shareCount: 0 })
    expect(body.items).toHaveLength(1)
  })

  it('GET /upvotedItems: items', async () => {
    const path = '/upvotedItems?pageNumber=0&pageSize=10'
    const { body } = await send('GET /upvotedItems', path, { as: ben })
    expect(body.items).toEqual([
      expect.objectContaining({ id: burger.id, restaurantId: restaurant.id }),
    ])
  })

  it('GET /users/{id}: userName and items', async () => {
    const { body } = await send('GET /users/:id', `/users/${ann.id}?v=1`)
    expect(body).toMatchObject({ userName: 'Ann Diner', items: expect.any(Array) })
    await send('GET /users/:id', '/users/999999', { status: 404 })
  })

  it('DELETE /yolos/delete/{yoloId}', async () => {
    const path = `/yolos/delete/${yolo.id}`
    await send('DELETE /yolos/delete/:yoloId', path, { as: ann, status: 403 })
    await send('DELETE /yolos/delete/:yoloId', path, { as: ben })
    expect((await app.get('/api/my-page', { as: ben })).body.items).toHaveLength(0)
  })
})

describe('following', () => {
  it('POST /follow/follow-user and GET /follow/is-followed: message Yes', async () => {
    const body = { userId: ann.id }
    await send('POST /follow/follow-user', '/follow/follow-user', { as: ben, body })
    const path = `/follow/is-followed?userId=${ann.id}`
    const { body: answer } = await send('GET /follow/is-followed', path, { as: ben })
    expect(answer.message).toBe('Yes')
  })

  it.each([
    ['GET /follow/my-followers-count', 1],
    ['GET /follow/my-following-count', 0],
  ])('%s: count', async (route, count) => {
    const { body } = await send(route, route.slice('GET '.length), { as: ann })
    expect(body.count).toBe(count)
  })

  it('GET /follow/my-followers and GET /follow/my-followings: lists of users', async () => {
    const followers = await send('GET /follow/my-followers', '/follow/my-followers', { as: ann })
    expect(followers.body).toEqual([
      expect.objectContaining({ userId: ben.id, userName: ben.name, youFollowed: false }),
    ])
    const followings = await send('GET /follow/my-followings', '/follow/my-followings', {
      as: ben,
    })
    expect(followings.body).toEqual([
      expect.objectContaining({ userId: ann.id, youFollowed: true }),
    ])
  })

  it('GET /follow/unread: read counters', async () => {
    const { body } = await send('GET /follow/unread', '/follow/unread', { as: ann })
    expect(body).toMatchObject({ followUnread: 1, notificationUnread: expect.any(Number) })
  })

  it('POST /follow/update-last-read: marks follow notices read', async () => {
    await send('POST /follow/update-last-read', '/follow/update-last-read', { as: ann })
    const { body } = await send('GET /follow/unread', '/follow/unread', { as: ann })
    expect(body.followUnread).toBe(0)
  })

  it('DELETE /follow/un-follow-user', async () => {
    const body = { userId: ann.id }
    await send('DELETE /follow/un-follow-user', '/follow/un-follow-user', { as: ben, body })
    const { body: count } = await app.get('/api/follow/my-followers-count', { as: ann })
    expect(count.count).toBe(0)
  })
})

it('the calls are the contract’s; members’ calls need a bearer token, admins’ an admin’s', () =>
  site.expectTokens(42))
