import { z } from 'zod'
import { type Access, type AnyCall, callerKeys, refusesSuspended } from '#platform/contract/call.ts'
import {
  accessDenied,
  badInput,
  internalError,
  notJson,
  notLoggedIn,
  notYours,
  type RefusalKind,
  suspended,
  tooLarge,
  tooManyRequests,
  unavailable,
} from '#platform/contract/failure.ts'
import type { FeatureCalls } from '../feature.ts'

const shape = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

type About = {
  title: string
  description: string
  /** E-mail address for questions. */
  contact: string
  /** Scheme and host of the site. */
  origin: string
  opensTo(access: Access): string
  /** The access that every logged-in member has. */
  loggedIn: Access
}

/** Returns the contract as an OpenAPI 3.1 document. */
export function openapi(contract: FeatureCalls[], about: About) {
  const { title, description, contact, origin } = about
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, object> = {}
  for (const { name: tag, calls } of contract)
    for (const [operationId, call] of Object.entries(calls)) {
      const [method, path] = call.route.split(' ') as [string, string]
      const url = path.replace(/:(\w+)/g, '{$1}')
      const failures = possibleRefusals(call, about.loggedIn)
      for (const failure of failures) describe(schemas, failure)
      ;(paths[url] ??= {})[method.toLowerCase()] = {
        operationId,
        tags: [tag],
        description: about.opensTo(call.access),
        ...operation(call, method, path),
        responses: { 200: answer(call), ...errorResponses(failures) },
      }
    }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description, contact: { email: contact } },
    servers: [{ url: `${origin}/api` }],
    tags: contract
      .filter(({ calls }) => Object.keys(calls).length > 0)
      .map(({ name }) => ({ name })),
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

/**
 * Adds the schema of a failure's body under its code, once for all calls. Throws if failures with the same code have
 * different details.
 */
function describe(schemas: Record<string, object>, { code, details }: RefusalKind): void {
  const { properties = {}, required = [] } = (details ? shape(details, 'output') : {}) as Shape
  const body = {
    type: 'object',
    required: ['error', 'message', ...required],
    properties: {
      error: { const: code, type: 'string' },
      message: { type: 'string', description: 'A text for a person.' },
      fields: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'A text per field that can’t be used.',
      },
      ...properties,
    },
  }
  const known = (schemas[code] ??= body)
  if (JSON.stringify(known) !== JSON.stringify(body))
    throw new Error(`Two failures are called ${code} and differ in their details.`)
}

type Shape = { properties?: Record<string, unknown>; required?: string[] }

function operation(call: AnyCall, method: string, path: string) {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const whole = shape(call.input, 'input') as Shape
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
  if (call.consumes === 'multipart/form-data') body.push(upload)
  const mediaType = call.consumes ?? 'application/json'
  return {
    summary: call.summary,
    security: call.access === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method !== 'GET' && body.length > 0
      ? { requestBody: { content: { [mediaType]: { schema: bodyShape(call, body, required) } } } }
      : {}),
  }
}

/** Schema of the file field in a multipart form. */
const upload: [string, object] = ['file', { type: 'string', format: 'binary' }]

const answer = ({ produces, output }: AnyCall) => ({
  description: 'Done',
  content: produces
    ? Object.fromEntries([produces].flat().map((type) => [type, { schema: {} }]))
    : { 'application/json': { schema: shape(output, 'output') } },
})

function bodyShape(call: AnyCall, body: Array<[string, unknown]>, required: Set<string>) {
  if (call.bodyList) return Object.fromEntries(body)[call.bodyList]
  return {
    type: 'object',
    properties: Object.fromEntries(body),
    required: body.map(([name]) => name).filter((name) => required.has(name)),
  }
}

function errorResponses(failures: RefusalKind[]) {
  const byStatus = Map.groupBy(failures, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const texts = new Set(some.map(({ code, message }) => `\`${code}\`: ${message}`))
      const schema = either(some.map(({ code }) => code))
      const content = { 'application/json': { schema } }
      return [status, { description: [...texts].join('\n\n'), content }]
    }),
  )
}

const either = (codes: string[]) => {
  const refs = [...new Set(codes)].map((code) => ({ $ref: `#/components/schemas/${code}` }))
  return refs.length === 1 ? refs[0]! : { oneOf: refs }
}

/** Returns the failures of a call: those it declares and those implied by its method, access, limit and input. */
export function possibleRefusals(call: AnyCall, loggedIn: Access): RefusalKind[] {
  const failures: RefusalKind[] = [badInput, ...call.errors, internalError, unavailable]
  if (call.limit !== 'unlimited') failures.push(tooManyRequests)
  if (call.access !== 'anyone') failures.push(notLoggedIn)
  const isForAdmins = call.access !== 'anyone' && call.access !== loggedIn
  if (isForAdmins || call.unsafeGet || !call.fromAnySite) failures.push(accessDenied)
  if (callerKeys(call).length > 0) failures.push(notYours)
  if (refusesSuspended(call)) failures.push(suspended)
  if (!call.route.startsWith('GET ')) failures.push(tooLarge, unsupportedMediaType(call))
  return failures
}

/** Returns the failure for a body of an unsupported media type. Its message says which type the call takes. */
export function unsupportedMediaType({ consumes }: AnyCall): RefusalKind {
  const { code, status, message, details } = notJson
  return { code, status, details, message: consumes ? `Send ${consumes}, please.` : message }
}
