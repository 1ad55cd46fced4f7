/** What can be done with records, over all of the entities: what an action log is asked for. */
export const actKinds = [
  'ADD',
  'CHANGE',
  'STATUS',
  /** Into a recycle bin or for good. */
  'REMOVE',
  /** Only for good. */
  'DESTROY',
  'RESTORE',
  'DECIDE',
  'PUBLISH',
  'COMMAND',
  'ACCESS',
  'IMPORT',
  'EXPORT',
  'SIGN_IN',
] as const
export type ActKind = (typeof actKinds)[number]

/** A call's own name, or with its group where the name alone says something else elsewhere. */
type Names = readonly string[]

const wordsOf = (text: string): Names => text.trim().split(/\s+/)

const forGood: Names = ['destroy', 'destroyMany', 'clear', 'purge']
const away: Names = ['remove', 'removeMany']

/** The names that each kind of act is told by. */
export const namesOfAct: Readonly<Record<ActKind, Names>> = {
  ADD: ['add', 'copy', 'clone', 'invite', 'draft', 'registration.register', 'uploads.complete'],
  CHANGE: wordsOf(`
    update save saveContent saveWebsite savePolicy setState setCell reset sort
    setDefault move moveMany merge tagMany setGroup addMembers removeMembers
    setGeofence setQuota setDevices stations.bind stations.unbind
    classifications.bind
  `),
  STATUS: wordsOf(`
    setStatus setStatusMany suspend suspendMany resume resumeMany freeze scrap
    scrapMany deviceLife.lost deviceLife.found deviceLife.repair
    deviceLife.repairMany deviceLife.repaired devices.activate
  `),
  REMOVE: [...away, ...forGood],
  DESTROY: forGood,
  RESTORE: ['revert', 'revertMany', 'revertAll', 'params.restore', 'rollback', 'rollBack'],
  DECIDE: ['approve', 'approveMany', 'reject', 'review', 'submit', 'developers.agree'],
  PUBLISH: wordsOf(`
    publish withdraw online offline recall release releaseMany params.push
    params.pushMany params.activate params.activateMany jsonDocuments.push
    plans.start
  `),
  COMMAND: wordsOf(`
    command commandMany rebootMany syncMany locateMany messageMany mqttTasks.add
    mqttTasks.log mqttTasks.screenshot logFiles.pull logTraces.start
    deviceLife.moveWipe deviceLife.moveWipeMany mqttClients.kick
  `),
  ACCESS: wordsOf(`
    setRights setScope addRoleMany rotate secret reveal resetPassword resetFactor
    changePassword users.unlock users.kick secondFactor.bind secondFactor.unbind
    renewCodes impersonate tokens.make tokens.end userTokens.end forgotten
    changeEmail
  `),
  IMPORT: ['import', 'bringIn', 'addParams', 'readText', 'languageFiles.read'],
  EXPORT: ['export', 'exportText', 'exportTrack', 'download', 'zip', 'file', 'auditPack.make'],
  SIGN_IN: ['session.login', 'session.logout', 'passkeySignIn.open', 'visit.open'],
}

interface Named {
  readonly group: string
  readonly name: string
  readonly hasBin: boolean
}

/** Whether a call does this, by its names in the contract. */
export function doesAct({ group, name, hasBin }: Named, kind: ActKind): boolean {
  if (namesOfAct[kind].some((told) => told === name || told === `${group}.${name}`)) return true
  // Lists beside a group's first one have an export and an import of their own name.
  if (kind === 'EXPORT') return name.endsWith('Export') || group === 'figureDocuments'
  if (kind === 'IMPORT') return name.endsWith('Import')
  // Without a recycle bin, what is removed is gone.
  return kind === 'DESTROY' && !hasBin && away.includes(name)
}
