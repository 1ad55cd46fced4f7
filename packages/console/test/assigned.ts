import { type Param, paramDelivery, type ReplyOf, type params } from '@muster/contract'

const id = '00000000-0000-7000-8000-000000000001'
const moment = '2026-05-01T09:00:00.000Z'

const known: Param = {
  id,
  name: 'All shops',
  version: 7,
  status: 1,
  remark: null,
  createdAt: moment,
  updatedAt: moment,
  updatedBy: 'layla',
  publishedAt: moment,
  askedFor: null,
  level: 'ORG',
  orgId: id,
  stationId: null,
  groupId: null,
  deviceId: null,
  orgName: 'Tigris',
  stationName: null,
  groupName: null,
  deviceSn: null,
  targetName: 'Tigris',
  appId: id,
  appName: 'Pay',
  package: 'com.example.pay',
  templateRevId: id,
  templateName: 'Pay settings',
  templateRevision: 2,
  priority: 0,
  effectiveFrom: null,
  effectiveTo: null,
  options: paramDelivery().parse({}),
  state: 'ACTIVE',
  revision: 3,
  isChanged: true,
  askedByName: null,
  pidCount: 2,
  deviceCount: 250,
  syncedCount: 200,
  pendingCount: 45,
  failedCount: 5,
}

/** An assignment of an organisation's, in force and changed since. */
export const assignment = (more: Partial<Param> = {}): Param => ({ ...known, ...more })

type Form = ReplyOf<(typeof params)['form']>
type Field = Form['template']['fields'][number]

const plain: Omit<Field, 'pid' | 'label'> = {
  groupId: 'main',
  headerId: null,
  fileId: 'main',
  labels: {},
  description: null,
  unit: null,
  control: 'TEXT',
  accessLevel: 'BASIC',
  secret: false,
  dependsOn: null,
  required: false,
  readOnly: false,
  hidden: false,
  dataType: 'STRING',
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  columns: [],
  maxRows: null,
  defaultValue: null,
}

const field = (pid: string, more: Partial<Field> = {}): Field => ({
  ...plain,
  pid,
  label: pid,
  ...more,
})

/** Its form: a host of its own, an inherited port, and a secret that is set. */
export const assignmentForm = (more: Partial<Form> = {}): Form => ({
  version: 7,
  template: {
    files: [],
    groups: [{ id: 'main', title: 'Main', titles: {} }],
    headers: [],
    rules: [],
    fields: [field('host'), field('port'), field('pin', { secret: true })],
  },
  values: { host: 'a.example' },
  secretPids: ['pin'],
  inherited: { port: { value: '443', isSecret: false, source: 'ORG', name: 'Everybody' } },
  faults: [],
  ...more,
})
