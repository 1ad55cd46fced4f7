import { effectiveParams, params } from '@muster/contract'
import { afterAll, beforeAll } from 'vitest'
import { followParams } from '../src/features/param/resolve/follow.ts'
import { addOrganization, signedIn, startTestApp, type TestApp, type TestUser } from './testApp.ts'
import { addDevices, addEstate, type Estate } from './testEstate.ts'
import type { addParamTemplate } from './testParams.ts'

type Fresh = Awaited<ReturnType<typeof addParamTemplate>>
type At = { readonly orgId?: string; readonly deviceId?: string }

/** Values that are assigned at two organisations that stand side by side, and brought to terminals; for all tests of a file. */
export class ParamBench {
  app!: TestApp
  estate!: Estate
  admin!: TestUser
  bank!: string
  mall!: string
  #serial = 0

  constructor() {
    beforeAll(async () => {
      this.app = await startTestApp()
      this.estate = await addEstate(this.app)
      this.admin = await signedIn(this.app, { isSuperAdmin: true })
      this.bank = await this.#add('bank')
      this.mall = await this.#add('mall')
    })
    afterAll(() => this.app.close())
  }

  async #add(code: string): Promise<string> {
    const wanted = { name: code, code, parentId: this.app.rootId }
    return (await addOrganization(this.app.platform, wanted)).id
  }

  async newDevice(orgId: string): Promise<string> {
    this.#serial += 1
    const prefix = `ATK${this.#serial}X`
    const [id = ''] = await addDevices(this.app, this.estate, { orgId, prefix, count: 1 })
    return id
  }

  assign(of: Fresh, at: At, who = this.admin) {
    const level = at.deviceId ? 'DEVICE' : 'ORG'
    const { appId, revId: templateRevId } = of
    return who.call(params.add, { body: { name: 'One', level, appId, templateRevId, ...at } })
  }

  /** Saves a draft. */
  async type(id: string, values: Record<string, string>, secrets: Record<string, string> = {}) {
    const { version } = await this.admin.get(params.detail, { params: { id } })
    const body = { version, values, secrets, keptSecrets: [] }
    return this.admin.get(params.draft, { params: { id }, body })
  }

  async activate(id: string) {
    const { version } = await this.admin.get(params.detail, { params: { id } })
    const { count } = await this.admin.get(params.impact, { params: { id } })
    return this.admin.call(params.activate, { params: { id }, body: { version, count } })
  }

  follow(): Promise<unknown> {
    return followParams(this.app.platform)
  }

  async held(deviceId: string, { appId }: Fresh, who = this.admin, at?: string) {
    const query = at ? { at } : {}
    return (await who.get(effectiveParams.effective, { params: { deviceId, appId }, query })).held
  }
}
