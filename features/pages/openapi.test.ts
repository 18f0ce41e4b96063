import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()

test('the description passes spectral:oas without an error or a warning', async () => {
  const { status, body } = await app.get('/api/openapi.json')
  expect(status).toBe(200)
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] })
  const found = await linter.run(body)
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`)).toEqual([])
})

// openapi-typescript uses TypeScript's old API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (name, context, next) =>
    next(name === 'typescript' ? '@ts-morph/common/dist/typescript.js' : name, context),
})

const program = `
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const [, , baseUrl, token, placeId] = process.argv as [string, string, string, string, string]
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })
const save = (itemName: string) =>
  client.POST('/yolos', { body: { placeId, categoryId: 3, itemName } })

const { data } = await save('Juicy Lucy')
assert(data)
const name: string = data.itemName
assert.equal(name, 'Juicy Lucy')
const listed = await client.GET('/items', { params: { query: { placeId, category: 3 } } })
assert.deepEqual(listed.data?.map(({ id, used }) => [id, used]), [[data.itemId, true]])
await save('Second')
await save('Third')
const { error } = await save('Fourth')
assert(error?.error === 'quota_filled')
// The check of the code narrows the type, so that the refusal has its details.
console.log(error.yolos.map(({ itemName }) => itemName).join())
`

test('a client generated from it compiles and saves a favorite', { tags: 'long' }, async () => {
  const { default: generate, astToString } = await import('openapi-typescript')
  const { body } = await app.get('/api/openapi.json')
  // The folder is inside the project, so that the project's packages are found.
  await mkdir('test-results', { recursive: true })
  const folder = await mkdtemp(join(process.cwd(), 'test-results/client-'))
  try {
    await writeFile(join(folder, 'schema.ts'), astToString(await generate(body)))
    await writeFile(join(folder, 'client.ts'), program)
    const options = {
      module: 'nodenext',
      target: 'es2024',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['client.ts'] }),
    )
    const run = promisify(execFile)
    const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', folder])
    const { token } = await app.member()
    const { placeId } = await app.restaurant()
    const { stdout } = await run(process.execPath, [
      join(folder, 'client.ts'),
      `${app.origin}/api`,
      token,
      placeId,
    ])
    expect(stdout.trim()).toBe('Juicy Lucy,Second,Third')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
