import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Database } from '../services.ts'

type Ask = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Returns a read-only database without transactions, in which `ask` chooses a server for each statement. */
export function createReadOnlyDatabase(ask: Ask): Database {
  const connection: DatabaseConnection = {
    executeQuery: ask,
    streamQuery: () => {
      throw new Error('Read from replicas statement by statement: a stream can’t start over.')
    },
  }
  const never = async () => {
    throw new Error('What replicas may answer is read outside transactions.')
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: never,
        commitTransaction: never,
        rollbackTransaction: never,
        destroy: async () => {},
      }),
    },
  })
}
