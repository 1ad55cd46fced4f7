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
  /** What runs by itself: paused, tried again, ended. */
  'STEER',
  'ACCESS',
  'IMPORT',
  'EXPORT',
  'SIGN_IN',
  /** Looked at beforehand or tried out; nothing of a record becomes another. */
  'CHECK',
] as const
export type ActKind = (typeof actKinds)[number]

/** Calls by their own names, or with their group where the name alone says something else elsewhere. */
type Names = readonly string[]

const wordsOf = (text: string): Names => text.trim().split(/\s+/)

/**
 * The names that each kind of act is told by. Each call that is logged is of exactly one kind, which a
 * test of the server holds: a name stands here once, and one with its group goes before one without.
 */
export const namesOfAct: Readonly<Record<ActKind, Names>> = {
  ADD: wordsOf(`
    add copy clone invite draft registration.register uploads.init uploads.complete
    clientErrors.report upgradeResults.toGroup
  `),
  CHANGE: wordsOf(`
    update save saveContent saveWebsite savePolicy setState setCell reset sort
    setDefault move moveMany merge tagMany setGroup addMembers removeMembers
    setGeofence setQuota setDevices stations.bind stations.unbind
    stations.whitelist classifications.bind rebuild refresh groups.exclude
    groups.readmit join leave label unlabel frameSigning.set listViews.setLook
    logFiles.attach logFiles.retain notices.read readAll migrate migrateParams
    repairs.assign checks comment cost custody photos developers.message
    developerDownloads.follow apks.setTemplates
  `),
  STATUS: wordsOf(`
    setStatus setStatusMany suspend suspendMany resume resumeMany freeze scrap
    scrapMany swap lost found repair repairMany repaired transition receive
    receiveMany devices.activate close closeMany ack ackMany mute unmute
  `),
  REMOVE: ['remove', 'removeMany'],
  DESTROY: ['destroy', 'destroyMany', 'clear', 'purge'],
  RESTORE: ['revert', 'revertMany', 'revertAll', 'params.restore', 'rollback', 'rollBack'],
  DECIDE: wordsOf(`
    approve approveMany reject review submit apply developers.agree claim
    applies.assign applies.execute labTest
  `),
  PUBLISH: wordsOf(`
    publish withdraw online offline recall release releaseMany unplan params.push
    params.pushMany params.activate params.activateMany params.revoke bring
    bringMany jsonDocuments.push plans.start
  `),
  COMMAND: wordsOf(`
    command commandMany rebootMany syncMany locateMany messageMany mqttTasks.add
    mqttTasks.log mqttTasks.screenshot logFiles.pull logTraces.start moveWipe
    moveWipeMany mqttClients.kick locations.refresh mqttLog.resend
  `),
  STEER: wordsOf(`
    pause mqttTasks.resume mqttApks.resume paramPushes.resume plans.resume
    asyncTasks.resume stop halt lift retry retryMany cancel cancelMany takeBack
    setRate nextWave extend exclude pin steer run runJob begin testTracks.start
    testTracks.end mailLog.resend replay
  `),
  ACCESS: wordsOf(`
    setRights setScope addRoleMany rotate secret secretDefault reveal
    resetPassword resetFactor changePassword unlock users.kick secondFactor.start
    secondFactor.bind secondFactor.unbind passkeys.start renewCodes impersonate
    tokens.make tokens.end userTokens.end ownSessions.end endOthers forgotten
    recovery.code callback.accept changeEmail emailCode enrolmentKeys.revoke
    platformUsers.link
  `),
  IMPORT: ['import', 'importItems', 'bringIn', 'addParams', 'readText', 'languageFiles.read'],
  EXPORT: wordsOf(`
    export exportText exportTrack takeOut download zip file template licence photo
    developerDownloads.link auditPack.make
  `),
  SIGN_IN: wordsOf(`
    session.login session.logout session.ticket passkeySignIn.start
    passkeySignIn.open visit.open callback.open rsaKey prove
  `),
  CHECK: wordsOf(`
    impact copyImpact rowsImpact keyImpact moveImpact placeImpact fenceImpact precheck precheckUpdate
    leftOut forecast preview mergePreview parse compareItems validate verify test testSigner
    geocode rescan
  `),
}

const kindOfName: ReadonlyMap<string, ActKind> = new Map(
  actKinds.flatMap((kind) => namesOfAct[kind].map((name) => [name, kind])),
)

interface Named {
  readonly group: string
  readonly name: string
  readonly hasBin: boolean
}

/** What a call does, by its names in the contract; null: nothing that these names tell. */
export function kindOfAct({ group, name, hasBin }: Named): ActKind | null {
  const told = kindOfName.get(`${group}.${name}`) ?? kindOfName.get(name)
  // Without a recycle bin, what is removed is gone.
  if (told === 'REMOVE' && !hasBin) return 'DESTROY'
  if (told) return told
  // Lists beside a group's first one have an export and an import of their own name.
  if (name.endsWith('Import')) return 'IMPORT'
  return /(?:Export|Template)$/.test(name) || group === 'figureDocuments' ? 'EXPORT' : null
}

/** Whether a call does this; what is destroyed is removed, too. */
export function doesAct(act: Named, kind: ActKind): boolean {
  const does = kindOfAct(act)
  return does === kind || (kind === 'REMOVE' && does === 'DESTROY')
}
