import * as accounts from '#features/accounts/server.ts'
import * as admin from '#features/admin/server.ts'
import * as avatars from '#features/avatars/server.ts'
import * as categories from '#features/categories/server.ts'
import * as contests from '#features/contests/server.ts'
import * as demo from '#features/demo/server.ts'
import * as dishes from '#features/dishes/server.ts'
import * as follows from '#features/follows/server.ts'
import * as items from '#features/items/server.ts'
import * as listings from '#features/listings/server.ts'
import * as mail from '#features/mail/send.server.ts'
import * as map from '#features/map/server.ts'
import * as members from '#features/members/server.ts'
import * as merging from '#features/merging/server.ts'
import * as moderation from '#features/moderation/server.ts'
import * as notifications from '#features/notifications/server.ts'
import * as operating from '#features/operating/server.ts'
import * as ownData from '#features/own-data/server.ts'
import * as pages from '#features/pages/server.ts'
import * as photos from '#features/photos/server.ts'
import * as places from '#features/places/server.ts'
import * as restaurants from '#features/restaurants/server.ts'
import * as search from '#features/search/server.ts'
import * as sharing from '#features/sharing/server.ts'
import * as signIn from '#features/sign-in/server.ts'
import * as signInWithApple from '#features/sign-in-with-apple/server.ts'
import * as weeklyMail from '#features/weekly-mail/server.ts'
import * as yolos from '#features/yolos/server.ts'
import * as health from '#platform/server/http/health.ts'

/** All features. Their calls, handlers, queues and commands are registered through this list. */
export const features = {
  accounts,
  signIn,
  signInWithApple,
  mail,
  categories,
  listings,
  items,
  dishes,
  restaurants,
  merging,
  places,
  map,
  yolos,
  photos,
  follows,
  notifications,
  weeklyMail,
  members,
  avatars,
  contests,
  ownData,
  moderation,
  admin,
  search,
  sharing,
  demo,
  operating,
  health,

  pages,
}
