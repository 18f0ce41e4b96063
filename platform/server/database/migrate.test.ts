import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'

const url = new URL(inject('postgresUrl'))
const name = `test_${randomBytes(6).toString('hex')}`
let owner: pg.Client
let client: pg.Client

async function connected(database: string) {
  const own = new URL(url)
  own.pathname = `/${database}`
  const one = new pg.Client({ connectionString: own.href })
  one.on('error', () => {})
  await one.connect()
  return one
}

beforeAll(async () => {
  owner = await connected('postgres')
  await owner.query(`create database ${name}`)
  client = await connected(name)
  url.pathname = `/${name}`
})
afterAll(async () => {
  await client.end()
  await owner.query(`drop database ${name} with (force)`)
  await owner.end()
})

const tables = async () =>
  (
    await client.query(`select relname, relkind from pg_class
    where relnamespace = 'public'::regnamespace order by relname`)
  ).rows
const functions = async () =>
  (
    await client.query(`select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`)
  ).rows

it('a command that needs a site finds none in an empty database', async () => {
  await expect(migrate(url.href, undefined, false)).rejects.toThrow('There is no site')
})

it('F12 migrations that are cut off leave nothing half done, and run again', async () => {
  const cutOff = migrate(url.href)
  await Promise.all([
    expect(cutOff).rejects.toThrow(),
    expect
      .poll(
        async () => {
          const { rowCount } = await client.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query ~ '^(--.*\n)*create table'`)
          return rowCount
        },
        { interval: 1 },
      )
      .toBeGreaterThan(0),
  ])
  expect(await tables()).toEqual([])
  const ran = (await Promise.all([migrate(url.href), migrate(url.href)])).flat()
  expect(ran).toEqual((await readdir('migrations')).map((file) => `migrations/${file}`).sort())
  expect(await migrate(url.href)).toEqual([])
})

it('functions, views and triggers are replaced when their files change', async () => {
  const before = [await tables(), await functions()]
  await client.query(`
    create or replace function recount_changed() returns trigger language plpgsql as 'begin return null; end';
    update migrations set checksum = '' where name = 'domain/counts.sql'`)
  await migrate(url.href)
  expect([await tables(), await functions()]).toEqual(before)
})

it('a database of another version is refused with the way to begin again', async () => {
  await client.query(`update migrations set checksum = 'other' where name ~ '0003'`)
  await expect(migrate(url.href, '/var/lib/yolo')).rejects.toThrow(
    /made by another version of Yolo.*\n.*delete the folder \/var\/lib\/yolo/,
  )
})
