import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import pg from 'pg'
import { client, type Answer } from '#platform/testing/client.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { until } from '#platform/testing/until.ts'
import { buildSite, makeBases, run } from './build.ts'

// Builds the images and lives through an operator's first days: a city's restaurants, a member's favorite, a restart
// (an upgrade from the last tag, if there is one), a backup that is restored elsewhere with a PostgreSQL of one's own,
// and nginx in front.
const needed = ['buildah', 'podman', 'runc', 'mmdebstrap']
const missing = needed.filter((name) => spawnSync(name, ['--version']).error)
if (process.getuid!() !== 0) missing.push('root')
if (missing.length > 0) {
  console.log(`The image can't be built here: this machine lacks ${missing.join(', ')}.`)
  process.exit(77)
}

const [port, otherPort, webPort, tlsPort] = [3811, 3812, 3813, 3814]
const origin = `http://127.0.0.1:${port}`
const otherOrigin = `http://127.0.0.1:${otherPort}`
const secureOrigin = `https://127.0.0.1:${tlsPort}`
const place = mkdtempSync(join(tmpdir(), 'yolo-image-'))
const started: string[] = []
/** podman's own limits are above those of some machines. */
const limits = ['--ulimit=nofile=20000:20000', '--ulimit=nproc=9000:9000']
const site = client(origin)
const podman = (...args: string[]) => run('podman', '--runtime=runc', ...args)
const operate = (...args: string[]) => podman('exec', `yolo-${port}`, 'yolo', ...args)
// nginx gets a certificate that nobody has signed.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

try {
  const [context, old, data, otherData] = ['context', 'old', 'data', 'other'].map(makeFolder)
  makeBases(context!)
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { encoding: 'utf8' }).stdout
  if (tag) run('sh', '-c', `git archive ${tag.trim()} | tar -x -C ${old}`)
  const size = buildSite('yolo-test', '.', context!, 'POSTGRES=embedded')
  const alone = buildSite('yolo-test-alone', '.', context!, 'POSTGRES=none')
  if (tag) buildSite('yolo-test-old', old!, context!, 'POSTGRES=embedded')
  console.log(`The image has ${size} MB, ${alone} MB without PostgreSQL.`)
  check(size <= 450 && alone <= 250, 'the images are small')

  await startSite(tag ? 'yolo-test-old' : 'yolo-test', port!, data!)
  const { item, photo } = await firstDays(data!)
  const before = await site.get(photo)
  operate('backup', '/data/before')
  check(stopSite(port!) === '0', 'the site ends with 0')
  await startSite('yolo-test', port!, data!)
  await expectSame(origin, item, photo, before)
  operate('check')
  podman('healthcheck', 'run', `yolo-${port}`)

  operate('backup', '/data/backup')
  const [was, is] = ['before', 'backup'].map((name) => sums(join(data!, name)))
  check(was === is, `each row and photo is as it was:\n${was}\n${is}`)
  run('mv', join(data!, 'backup'), otherData!)
  const url = await makeDatabase(data!)
  podman(
    ...container(otherPort!, otherData!),
    url,
    'yolo-test-alone',
    'yolo',
    'restore',
    '/data/backup',
  )
  podman('rm', `yolo-${otherPort}`)
  await startSite('yolo-test-alone', otherPort!, otherData!, url)
  await expectSame(otherOrigin, item, photo, before)

  await tryProxy(context!, photo)
  check(stopSite(otherPort!) === '0' && stopSite(port!) === '0', 'the sites end with 0')
} catch (error) {
  console.error(`FAILED: ${(error as Error).message}`)
  for (const name of started) spawnSync('podman', ['logs', '--tail=30', name], { stdio: 'inherit' })
  process.exitCode = 1
} finally {
  for (const name of started) spawnSync('podman', ['rm', '--force', '--volumes', name])
  rmSync(place, { recursive: true, force: true })
}

/** Makes a folder that belongs to the image's user. */
function makeFolder(name: string): string {
  const folder = join(place, name)
  mkdirSync(folder)
  chownSync(folder, 1000, 1000)
  return folder
}

/** Returns the start of a command that runs a container as README does, but on this machine's own network. */
function container(at: number, data: string): string[] {
  const name = `yolo-${at}`
  started.push(name)
  const options = ['--network=host', '--read-only', '--tmpfs=/tmp', '-v', `${data}:/data`]
  const env = ['--env', `PORT=${at}`, '--env', 'ORIGIN=https://yolo.test']
  return ['--cgroup-manager=cgroupfs', 'run', '--name', name, ...options, ...limits, ...env]
}

async function startSite(image: string, at: number, data: string, ...more: string[]) {
  podman(...container(at, data), ...more, '-d', image)
  await ready(`http://127.0.0.1:${at}`)
}

function ready(at: string): Promise<boolean> {
  const isReady = async () => {
    await wait(300)
    const answer = await client(at)
      .get('/api/health/ready')
      .catch(() => null)
    return answer?.status === 200
  }
  return until(isReady, `${at} isn't ready.`, 180_000)
}

/** Stops a site and removes its container. Returns its exit code. */
function stopSite(at: number): string {
  const name = `yolo-${at}`
  podman('stop', name)
  const code = podman('inspect', '--format', '{{.State.ExitCode}}', name)
  podman('rm', name)
  return code
}

/** Does what an operator and two members do first. Returns a dish's id and its photo's path. */
async function firstDays(data: string) {
  const printed = operate('user', 'make', '514', '--email', 'you@example.com')
  const [, email, password] = /log in as (\S+) with (\w+)/.exec(printed)!
  check((await post('/api/login', { email, password })).id === 514, 'the admin logs in')
  const geometry = { type: 'Point', coordinates: [-93.265, 44.978] }
  const properties = { '@id': 'node/1', amenity: 'restaurant', name: 'The Fixture' }
  const features = [{ type: 'Feature', geometry, properties }]
  const city = JSON.stringify({ type: 'FeatureCollection', features })
  writeFileSync(join(data, 'city.geojson'), city)
  check(operate('import-places', '/data/city.geojson').includes('1 new'), 'the city is imported')

  const [ann, ben] = [await signUp('Ann'), await signUp('Ben')]
  const restaurant = {
    name: 'Butter House',
    address: '1 Main St',
    latitude: 44.97,
    longitude: -93.2,
  }
  const { placeId } = await post('/api/restaurants', restaurant, ann)
  const favorite = { placeId, categoryId: 3, itemName: 'Butter Burger', description: 'Crisp.' }
  const { id, itemId: item } = await post('/api/yolos', favorite, ann)
  const body = new FormData()
  body.set('file', new Blob([await makePhoto()]), 'photo.jpg')
  const path = `/api/yolo-image/${id}/image/upload`
  const { image } = (await site.request('POST', path, { as: ann, body })).body
  await post(`/api/items/${item}/upvote`, {}, ben)
  const list = await site.get(
    '/api/yolos?category=3&latitude=44.98&longitude=-93.27&distanceMiles=5',
  )
  check(list.text.includes('Butter Burger'), `the list has the dish: ${list.text}`)
  return { item: item as number, photo: `/api/yolo-image/${image}` }
}

async function post(path: string, body: object, as?: { token: string }) {
  const { status, text, body: answer } = await site.post(path, body, { as: as ?? null })
  check(status < 300, `${path} answers ${status}: ${text}`)
  return answer
}

async function signUp(userName: string): Promise<{ token: string }> {
  const email = `${userName.toLowerCase()}@example.com`
  const password = 'ripe tomatoes 7'
  const member = await post('/api/register', { userName, email, password, birthDate: '1990-02' })
  const link = new RegExp(`To: ${email}[^]*?token=(?:3D)?([\\w-]+)`)
  const read = `cat ${join(place, 'data/mail')}/* | sed -z 's/=\\r*\\n//g'`
  const [, token] = await until(() => link.exec(run('sh', '-c', read)), `No mail to ${email}.`)
  await post('/api/verify-email', { token })
  return member
}

/** Returns the checksums of a backup's tables, their rows in any order, and of its photos. */
function sums(backup: string): string {
  const tables = 'for t in tables/*; do echo $t $(zcat $t | sort | sha256sum); done'
  return run('sh', '-c', `cd ${backup}; ${tables}; find photos -type f | sort | xargs sha256sum`)
}

async function expectSame(at: string, item: number, photo: string, before: Answer) {
  check((await client(at).get(`/api/items/${item}`)).body.upvoteCount === 1, 'no vote is lost')
  check((await client(at).get(photo)).text === before.text, 'the photo is the same')
}

/** Makes a database in the first site's PostgreSQL. Returns the option that names it. */
async function makeDatabase(data: string): Promise<string> {
  const password = readFileSync(join(data, 'postgres/password'), 'utf8').trim()
  const at = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3]
  const url = `postgres://yolo:${password}@127.0.0.1:${at}`
  const database = new pg.Client(`${url}/postgres`)
  await database.connect()
  await database.query('create database own')
  await database.end()
  return `--env=DATABASE_URL=${url}/own`
}

/** Runs nginx with our configuration, which stores scripts and drops a sender of half a request. */
async function tryProxy(context: string, photo: string) {
  const text = readFileSync('ops/nginx.conf', 'utf8')
    .replace('listen 80', `listen ${webPort}`)
    .replace('listen 443', `listen ${tlsPort}`)
    .replace('yolo:3000', `127.0.0.1:${port}`)
  writeFileSync(join(context, 'nginx.conf'), text)
  started.push('yolo-nginx')
  const certify = 'openssl req -x509 -nodes -subj /CN=test -keyout privkey.pem -out fullchain.pem'
  const script = `mkdir /etc/nginx/tls && cd /etc/nginx/tls && ${certify} && exec nginx -g 'daemon off;'`
  const file = `${context}/nginx.conf:/etc/nginx/conf.d/default.conf:ro`
  const run = ['--cgroup-manager=cgroupfs', 'run', '-d', '--network=host', '--name', 'yolo-nginx']
  podman(...run, ...limits, '-v', file, 'yolo-test-base', 'sh', '-c', script)
  await ready(secureOrigin)
  const proxy = client(secureOrigin)
  check((await proxy.get(photo)).status === 200, 'nginx passes photos on')
  const [bundle = ''] = /\/assets\/[\w-]+\.js/.exec((await proxy.get('/home')).text) ?? []
  check((await proxy.get(bundle)).status === 200, 'nginx passes scripts on')
  check(
    podman('exec', 'yolo-nginx', 'find', '/var/cache/yolo-static', '-type', 'f') !== '',
    'nginx stores them',
  )
  const socket = connect({ port: tlsPort!, host: '127.0.0.1' }, () =>
    socket.write('GET / HTTP/1.1\r\n'),
  )
  const dropped = new Promise((resolve) => socket.on('close', () => resolve(true)))
  check(await Promise.race([dropped, wait(20_000, false)]), 'nginx drops slow senders')
}

function check(holds: unknown, what: string) {
  if (!holds) throw new Error(`not so: ${what}`)
}
