export {
  devicesAtStations,
  devicesBySerial,
  devicesByWords,
  idsBySerial,
  isOfTerminals,
  type NamedDevice,
} from './estate/bySerial.queries.ts'
export { kickPath } from './broker/kick.ts'
export { deviceScope, modelScope } from './deviceScope.ts'
export { isFromAboveSql, nameableApps, nameableVersions, versionScope } from './versionScope.ts'
export { clustersOf } from './location/cluster.queries.ts'
export { signalIn } from './location/signal.queries.ts'
export { stationScope } from './station/stationScope.ts'
export { vendorScope } from './matrix/matrixBin.ts'
export { estateOf, ownApart, seesOwn, tallied } from './estate/estate.queries.ts'
export { keptBy } from './estate/keptBy.ts'
export { pageAlive } from './estate/estatePage.ts'
export { foldCounts } from './foldCounts.ts'
export { compareVersions } from './filter/versions.rules.ts'
export { seedCategories, shippedCategories } from './category/categorySeed.ts'
export { seedFeatures } from './feature/featureSeed.ts'
export { shippedFeatures } from './feature/shippedFeatures.ts'
export { missingKeysSql } from './keys/missingKeys.ts'
export { approvedSql, approvedUntil } from './model/approvedUntil.ts'
export { modelsByName } from './model/modelSearch.queries.ts'
export { settingsPath } from './paths.ts'
export { trailWatchPath } from './trail/trailWatch.ts'
export { keepUses } from './membership/keeping.queries.ts'
export { movingGroups } from './membership/movingGroups.queries.ts'
export { lockPush, pushScope, retryPush } from './push/control.ts'
export { excludeItems } from './push/items.ts'
export {
  forgiveLess,
  isStillFor,
  itemScope,
  kindsOf,
  retriedOf,
  wavesOfPushes,
} from './push/retry.queries.ts'
export { provedAt } from './command/proved.queries.ts'
export { waits, waitsFor } from './command/waits.queries.ts'
export { createPush, previewPush, pushBell, type Wish } from './push/createPush.ts'
export { announcePushes, pushChanged } from './push/announcePushes.ts'
export { leftOutCode, leftOutGates } from './push/leftOut.queries.ts'
export { policySpeaks } from './push/policyReach.queries.ts'
export { countTargets, givePush } from './push/givePush.ts'
export { approvalSize } from './push/mass.ts'
export { giveAsker } from './push/giveAsker.ts'
export { pausedByPlan } from './push/pausedWith.ts'
export { setRates, steerPushes, type PushSteer } from './push/steerPushes.ts'
export { runningVersion, runsVersion } from './push/upgradeGates.queries.ts'
export { knownTargets, requireTargets, targetsOf } from './push/targets.ts'
export { type Begun, begunPushes, type BegunQuery } from './push/begun.queries.ts'
export { pushWaitsFor } from './push/waiting.ts'
export { showPush } from './push/pagePushes.ts'
export { progressOf } from './push/progress.ts'
export { pushesByWords } from './push/pushSearch.queries.ts'
export { decideHandlers, editHandlers, pushHandlers } from './push/pushHandlers.ts'
export { kindBack, runsWhatCame } from './push/releaseTargets.queries.ts'
export { requireRights, seesAllOf } from './push/rights.ts'
export { judgeDelivery } from './why/gates.rules.ts'
export { gateFacts } from './why/why.queries.ts'
export { openDeviceProof } from './broker/deviceProof.ts'
export { openSecret } from './registration/credentials.ts'
export { openAdmission } from './broker/admission.ts'
export { followedRules } from './broker/linkSettings.ts'
export { waitOf } from './broker/pace.ts'
export { windowHold } from './command/window.ts'
export { loadDownKey } from './downKey.ts'
export { lifecyclesThatConnect } from './lifecycle.rules.ts'
export type { Poller } from './poll/pollers.ts'
export { openPollGateway, type PollGateway } from './poll/pollGateway.ts'
export { register } from './registration/registration.ts'
export { bootClientIdOf, clientIdOf, type Peer } from './topics.rules.ts'
export { attachLog } from './repair/attachLog.ts'
export { handedScope } from './handed/handed.queries.ts'
export { groupScope } from './group/groupBin.ts'
export { followsAlarms } from './membership/keeping.queries.ts'
export { joinGroup } from './group/joining.ts'
export { startTrace, stopTrace } from './tracing/startTrace.ts'
export { linesOf, readChunks } from './tracing/fileTraces.ts'
export {
  expirePractice,
  followPractice,
  hearInPractice,
  leaveInPractice,
  meetInPractice,
  type PracticeItem,
  type PracticeStore,
  type PracticeWord,
} from './practice/practiceLink.ts'
