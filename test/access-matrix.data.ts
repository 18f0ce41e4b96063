import { password, type World } from './access-matrix.world.ts'

export const roles = [
  'visitor',
  'unverified',
  'member',
  'owner',
  'other',
  '20',
  '514',
  '6',
] as const
export type Role = (typeof roles)[number]

export type Row = {
  /** The least that the call takes, made afresh for every cell; `owner` is the one whose things these are. */
  input(world: World): object | Promise<object>
  /** Where it isn't what `access` says: 200, 401 for a visitor, 403 for a role that isn't meant. */
  status?: Partial<Record<Role | 'all', number>>
}

const nothing: Row = { input: () => ({}) }
const anItem: Row = { input: async ({ item }) => ({ id: (await item()).id }) }
const aRestaurant: Row = { input: async ({ restaurant }) => ({ id: (await restaurant()).id }) }

/** Admins may change any member's yolo, everybody else their own only. */
const notTheirs = { unverified: 403, member: 403, other: 403, '20': 403 } as const

const someone: Row = { input: ({ stranger }) => ({ userId: stranger.id }) }
/** One row per call of the wire; the suite fails while one lacks. */
export const rows: Record<string, Row> = {
  'POST /register': { input: ({ newcomer }) => newcomer() },
  'POST /login': { input: ({ registered }) => registered() },
  // Not set up here: what a set-up one does is told in features/accounts/apple.test.ts.
  'GET /login/apple': { ...nothing, status: { all: 404 } },
  'POST /login/apple/callback': { input: () => ({ state: 'x' }), status: { all: 415 } },
  'POST /login/apple/notices': { input: () => ({ payload: 'x' }), status: { all: 404 } },
  // A stand-in is here only where the settings ask for one: features/accounts/apple-stand-in.test.ts.
  'GET /pretend-apple/.well-known/openid-configuration': { ...nothing, status: { all: 404 } },
  'GET /pretend-apple/keys': { ...nothing, status: { all: 404 } },
  'POST /pretend-apple/authorize': {
    input: () => ({
      client_id: 'yolo.pretend',
      redirect_uri: 'http://yolo.test/api/login/apple/callback',
      response_type: 'code',
      response_mode: 'form_post',
      nonce: 'x',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      email: 'someone@example.net',
      hideEmail: false,
    }),
    status: { all: 404 },
  },
  'POST /pretend-apple/token': { ...nothing, status: { all: 415 } },
  'POST /pretend-apple/revoke': { ...nothing, status: { all: 415 } },
  'POST /logout': nothing,
  'GET /yolos/is-yolo-allowed': nothing,
  'POST /verify-email': { input: async ({ mailToken }) => ({ token: await mailToken('verify') }) },
  'POST /resend-verification': nothing,
  'POST /forgot-password': { input: () => ({ email: 'nobody@example.net' }) },
  'POST /reset-password': {
    input: async ({ mailToken }) => ({ token: await mailToken('reset'), password }),
  },
  // Its token stands in the header; the test of the call itself sends one.
  'POST /reset-password/:newPassword': {
    input: () => ({ newPassword: password }),
    status: { all: 400 },
  },
  'PUT /user/password': {
    input: () => ({ current: 'not their password', password }),
    status: { all: 403 },
  },
  'PUT /user/email': {
    input: ({ fresh }) => ({ email: `${fresh('new').replace(' ', '')}@example.net` }),
  },
  'GET /user': nothing,
  'PUT /user/name': { input: () => ({ firstname: 'Ann', lastname: 'Lee' }) },
  'PUT /user/display-name': {
    input: ({ fresh }) => ({ userName: fresh('Renamed') }),
  },
  'PUT /user/bio': { input: () => ({ bio: 'I like soup.' }) },
  'POST /save-location': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /sessions': nothing,
  'DELETE /sessions': nothing,
  'DELETE /sessions/:id': { input: () => ({ id: '999999999' }), status: { all: 404 } },
  'POST /login/20': nothing,
  'GET /user/export': nothing,
  'DELETE /user': nothing,
  'POST /user/disable': nothing,

  'GET /places/cities': { input: () => ({ q: 'minneap' }) },
  'GET /cities/:slug': { input: () => ({ slug: 'minneapolis-mn-us' }) },
  'GET /places/nearest-city': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /places/restaurants': { input: () => ({ q: 'a', latitude: 44.98, longitude: -93.27 }) },
  'GET /places/:id': { input: () => ({ id: 'geonames:5037649' }) },
  'POST /restaurants': {
    input: ({ fresh }) => ({
      name: fresh('Diner'),
      address: '1 New Street',
      latitude: 44.9,
      longitude: -93.2,
    }),
  },

  'GET /yolos': { input: () => ({ category: 3 }) },
  'GET /marks': { input: async ({ item }) => ({ items: String((await item()).id) }) },
  'POST /items/:id/upvote': { ...anItem, status: { owner: 409 } },
  'POST /items/:id/removeUpvote': anItem,
  'POST /items/:id/expired': anItem,
  'POST /items/:id/confirm': { ...anItem, status: { unverified: 403 } },
  'GET /items/:id/why': anItem,
  'POST /items/upvote-yolo': {
    input: async ({ item }) => ({ itemId: (await item()).id, newCount: 7 }),
  },
  'POST /items/:id/merge': {
    input: async ({ item }) => {
      const { id, place } = await item()
      return { id, into: (await item(place)).id }
    },
  },
  'GET /items/similar': {
    input: async ({ restaurant, fresh }) => ({
      restaurantId: (await restaurant()).id,
      category: 3,
      itemName: fresh('Salad'),
    }),
  },
  'GET /itemExpired': { input: async ({ item }) => ({ itemId: (await item()).id }) },

  'GET /restaurants': {
    input: async ({ item }) => {
      const { place } = await item()
      return { name: place.name, placeId: place.placeId }
    },
  },
  'GET /restaurants/:id': aRestaurant,
  'POST /restaurants/:id/merge': {
    input: async ({ restaurant }) => ({
      id: (await restaurant()).id,
      into: (await restaurant()).id,
    }),
  },
  'POST /restaurants/:id/closed': aRestaurant,
  'GET /restaurant/markClosed': {
    input: async ({ restaurant }) => ({ restaurantId: (await restaurant()).id }),
  },

  'POST /yolos': {
    input: async ({ restaurant, fresh }) => ({
      placeId: (await restaurant()).placeId,
      categoryId: 3,
      itemName: fresh('Burger'),
    }),
  },
  'PUT /yolos': {
    input: async ({ item }) => ({ id: (await item()).yoloId, description: 'Crisp.' }),
    status: notTheirs,
  },
  'PUT /yolo/name': {
    input: async ({ item, fresh }) => ({ yoloId: (await item()).yoloId, new_name: fresh('Stew') }),
    status: notTheirs,
  },
  'PUT /yolos/category': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId, categoryId: 1 }),
    status: notTheirs,
  },
  'DELETE /yolos/delete/:yoloId': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId }),
    status: notTheirs,
  },
  // Who deleted it may undo that, here its owner.
  'POST /yolos/:yoloId/restore': {
    input: async ({ item, app, actor }) => {
      const { yoloId } = await item()
      await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: (await actor('owner'))! })
      return { yoloId }
    },
    status: { ...notTheirs, '514': 403, '6': 403 },
  },
  'GET /items/:id/yolos': anItem,
  'POST /yolos/swap': {
    input: async ({ item, fresh }) => {
      const { yoloId, place } = await item()
      const { placeId } = place
      return { outId: yoloId, placeId, categoryId: 3, itemName: fresh('Burger') }
    },
    // One's own favourites only, an admin's too.
    status: { ...notTheirs, '514': 403, '6': 403 },
  },
  'POST /add-more-tags/:yoloId': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId, tags: [] }),
    status: { unverified: 403, member: 403, other: 403, '20': 403 },
  },
  'POST /yolo-image/:yoloId/image/upload': {
    input: async ({ item, photo }) => ({ yoloId: (await item()).yoloId, file: await photo() }),
    status: { unverified: 403, member: 403, other: 403, '20': 403 },
  },
  'DELETE /yolo-image/:yoloId': {
    input: async ({ item }) => ({ yoloId: (await item()).yoloId }),
    status: { unverified: 403, member: 403, other: 403, '20': 403 },
  },
  'GET /yolo-image/:name': {
    input: async ({ yoloWithPhoto }) => ({ name: (await yoloWithPhoto()).image }),
  },
  'GET /getImage': {
    input: async ({ yoloWithPhoto }) => ({ yoloId: (await yoloWithPhoto()).id }),
  },
  'GET /restaurant-items': {
    input: async ({ restaurant, fresh }) => ({
      placeId: (await restaurant()).placeId,
      itemName: fresh('Salad'),
    }),
  },
  'GET /items': {
    input: async ({ restaurant }) => ({ placeId: (await restaurant()).placeId, category: 3 }),
  },
  'GET /user-categories': nothing,
  'GET /categories': nothing,
  'GET /tags': { input: () => ({ category: 3 }) },

  'GET /contests': nothing,

  'POST /follow/follow-user': someone,
  'DELETE /follow/un-follow-user': someone,
  'GET /follow/is-followed': someone,
  'POST /follow/block': someone,
  'DELETE /follow/block': someone,
  'GET /follow/blocked': nothing,
  'GET /follow/my-followers': nothing,
  'GET /follow/my-followings': nothing,
  'GET /follow/my-followers-count': nothing,
  'GET /follow/my-following-count': nothing,
  'GET /follow/unread': nothing,
  'POST /follow/update-last-read': nothing,
  'GET /feed': nothing,
  'GET /notifications': nothing,
  'GET /notifications/stream': nothing,
  'POST /notifications/read': nothing,
  'GET /notification-settings': nothing,
  'PUT /notification-settings': { input: () => ({ nearby: true, upvoted: true, followed: true }) },
  'GET /avatars/:userId': someone,
  'POST /user/avatar/upload': { input: async ({ photo }) => ({ file: await photo() }) },
  'DELETE /user/avatar': nothing,
  'GET /users/:id': { input: ({ stranger }) => ({ id: stranger.id }) },
  'GET /my-page': nothing,
  'GET /upvotedItems': nothing,
  'POST /share': nothing,

  'POST /abuse-reports': {
    input: async ({ app }) => ({ kind: 'member', id: (await app.member()).id, reason: 'spam' }),
  },
  'DELETE /abuse-reports': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'GET /abuse-reports': nothing,
  'GET /abuse-reports/photo': {
    input: async ({ yoloWithPhoto }) => ({ yoloId: (await yoloWithPhoto()).id }),
  },
  'POST /abuse-reports/dismiss': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'GET /takedowns': nothing,
  'POST /takedowns': {
    input: async ({ yoloWithPhoto }) => ({
      kind: 'photo',
      id: (await yoloWithPhoto()).id,
      word: 'Not your photo.',
    }),
  },
  'DELETE /takedowns': {
    input: async ({ item }) => ({ kind: 'text', id: (await item()).yoloId }),
  },
  'POST /takedowns/:id/answer': {
    input: async ({ takedown }) => ({ id: await takedown(), answer: 'It is mine.' }),
    status: { unverified: 403, member: 403, other: 403, '20': 403, '514': 403, '6': 403 },
  },

  'GET /health/live': nothing,
  'GET /health/ready': nothing,
  'GET /openapi.json': nothing,
  'GET /docs': nothing,
  'GET /docs.css': nothing,
}
