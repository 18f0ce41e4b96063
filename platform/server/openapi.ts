import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'
import {
  accessDenied,
  badInput,
  broken,
  notLoggedIn,
  tooMany,
  type Failure,
} from '#platform/contract/failure.ts'

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const whoMay = {
  anyone: 'Anyone; a bearer token is optional.',
  member: 'Members.',
  admin: 'Admins (6, 7 and 514).',
  'admin-514': 'Admin 514.',
  'admin-or-20': 'Admins and user 20.',
} as const

/** The contract as OpenAPI 3.1. */
export function openapi(calls: AnyCall[], origin: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const [method, path] = call.route.split(' ') as [string, string]
    const url = path.replace(/:(\w+)/g, '{$1}')
    ;(paths[url] ??= {})[method.toLowerCase()] = operation(call, method, path)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Yolo',
      version: '1',
      description:
        'Find the best dishes near a point. Distances are in miles, positions in degrees (WGS 84), times in UTC (ISO 8601).',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: {
            error: { type: 'string', description: 'A stable code.' },
            message: { type: 'string', description: 'A text for a person.' },
            fields: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: 'A text per field that can’t be used.',
            },
          },
        },
      },
    },
  }
}

function operation(call: AnyCall, method: string, path: string) {
  const whole = shape(call.input, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]!))
  const properties = Object.entries(whole.properties ?? {})
  const required = new Set(whole.required)
  const inQuery = method === 'GET' || call.inputFrom === 'query-or-body'
  const parameters = properties
    .filter(([name]) => inPath.has(name) || inQuery)
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (required.has(name) && method === 'GET'),
      schema,
    }))
  const body = properties.filter(([name]) => !inPath.has(name))
  const failures: Failure[] = [badInput, ...call.errors, tooMany, broken]
  if (call.access !== 'anyone') failures.push(notLoggedIn)
  if (call.access !== 'anyone' && call.access !== 'member') failures.push(accessDenied)
  return {
    summary: call.summary,
    description: whoMay[call.access as keyof typeof whoMay],
    security: call.access === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length ? { parameters } : {}),
    ...(method !== 'GET' && body.length
      ? {
          requestBody: {
            content: {
              [call.consumes ?? 'application/json']: { schema: bodyShape(call, body, required) },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        content: {
          [call.produces ?? 'application/json']: {
            schema: call.produces ? {} : shape(call.output, 'output'),
          },
        },
      },
      ...errorResponses(failures),
    },
  }
}

function bodyShape(call: AnyCall, body: Array<[string, unknown]>, required: Set<string>) {
  if (call.bodyList) return Object.fromEntries(body)[call.bodyList]
  return {
    type: 'object',
    properties: Object.fromEntries(body),
    required: body.map(([name]) => name).filter((name) => required.has(name)),
  }
}

function errorResponses(failures: Failure[]) {
  const byStatus = Map.groupBy(failures, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: [...new Set(some.map(({ code, message }) => `\`${code}\`: ${message}`))].join(
          '\n\n',
        ),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
