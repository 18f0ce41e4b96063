declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  type Saved = { save(): Promise<string>; addOIDCScope(scope: string): void }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    use(
      middleware: (
        context: { path: string; body: unknown },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
    interactionFinished(
      ...args: [...Parameters<RequestListener>, result: object, options?: object]
    ): Promise<void>
    Grant: new (of: { clientId: string; accountId: string }) => Saved
    RefreshToken: { find(token: string): Promise<object | undefined> }
    Client: { prototype: { compareClientSecret(secret: string): Promise<boolean> } }
  }
}
