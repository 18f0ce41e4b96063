import { clientsClaim } from 'workbox-core'
import { precacheAndRoute } from 'workbox-precaching'
import { files, revision } from 'virtual:shell-files'
import '#features/notifications/push/worker.ts'

// The build makes dist/client/service-worker.js of this file. A handler of another subject, such as one for push
// messages, is a module of its own that is imported here and adds its listeners by itself.

// A new version waits until all pages of the old one are closed, so `skipWaiting` is never called. The first version
// has nobody to wait for and takes the open page along.
clientsClaim()
precacheAndRoute([...files.map((url) => ({ url, revision: null })), { url: '/offline', revision }])
