import { type Fence, type Station, stations } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import {
  ChoiceField,
  type FieldHold,
  LongTextField,
  NumberField,
} from '../../../ui/form/fields.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import formClasses from '../../../kit/form/form.module.css'
import { confirmFence } from './confirmFence.ts'
import { FenceActions } from './FenceActions.tsx'
import {
  type Draft,
  type FoundFence,
  linesOf,
  readCorners,
  readDraft,
  startOf,
} from './fenceDraft.ts'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { readSerials } from '../group/serials.ts'
import { fenceKindTexts } from './stationTexts.ts'

const FenceMap = lazyPart(() => import('./FenceMap.tsx').then((file) => file.FenceMap))

/** Where the terminals of a station belong, and which of them may leave. */
export function FenceDialog({ dialog }: { readonly dialog: Dialog<Station> }) {
  const { record, isOpen } = dialog
  const found = useQuery({
    ...query(stations.geofence, { params: { id: record?.id ?? '' } }),
    enabled: isOpen && record !== null,
    staleTime: 0,
  })
  return (
    <DialogFrame
      isOpen={isOpen}
      close={dialog.close}
      title={t('station.fenceTitle', { name: record?.name ?? '' })}
    >
      <Loaded query={found} permission={stations.geofence.permission}>
        {(data) => (
          <FenceForm key={`${data.id} ${data.version}`} found={data} close={dialog.close} />
        )}
      </Loaded>
    </DialogFrame>
  )
}

interface FenceFormProps {
  readonly found: FoundFence
  readonly close: () => void
}

type Problems = Readonly<Record<string, string>>

function FenceForm({ found, close }: FenceFormProps) {
  const act = useAction(stations)
  const [draft, setDraft] = useState(() => startOf(found))
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(startOf(found)))
  const [problems, setProblems] = useState<Problems>({})
  const hold = (name: keyof Draft, label: string): FieldHold => ({
    name,
    label,
    value: draft[name],
    onChange: (value) => setDraft((before) => ({ ...before, [name]: value })),
    onBlur: () => undefined,
    error: problems[name],
    required: ['kind', 'radius', 'action', 'dwellMinutes', 'message', 'lockMinutes'].includes(name),
  })
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const put = async (fence: Fence | null) => {
    const { id, version } = found
    if (!(await confirmFence(id, fence))) return
    const { sns } = readSerials(draft.whitelist)
    const isSame = sns.join() === found.whitelist.join()
    const named = { body: { stationId: id, sns: [...sns] } }
    if (!isSame && !(await act(stations.whitelist, named))) return
    if (await act(stations.setGeofence, { params: { id }, body: { version, fence } })) close()
  }
  const { submit, isSending } = useSubmit(async () => {
    const { fence, faults } = readDraft(draft, found)
    setProblems(faults)
    if (fence) await put(fence)
  })
  return (
    <form onSubmit={submit} noValidate>
      <div className={formClasses.fields}>
        <ChoiceField {...hold('kind', t('station.fenceKind'))} options={texts(fenceKindTexts)} />
        <Border hold={hold} draft={draft} station={found} change={change} />
        <NumberField {...hold('dwellMinutes', t('station.fenceDwell'))} />
        <FenceActions hold={hold} draft={draft} timeZone={found.timeZone} />
        <LongTextField {...hold('whitelist', t('station.fenceWhitelist'))} />
      </div>
      <FormFooter agree="station.fenceSave" isSending={isSending} close={close}>
        {found.fence && (
          <Button variant="default" onClick={() => void put(null)}>
            {t('station.fenceRemove')}
          </Button>
        )}
      </FormFooter>
    </form>
  )
}

interface BorderProps {
  readonly hold: (name: keyof Draft, label: string) => FieldHold
  readonly draft: Draft
  readonly station: FoundFence
  readonly change: (more: Partial<Draft>) => void
}

/** Where the border is: typed, or drawn on the map. */
function Border({ hold, draft, station, change }: BorderProps) {
  const { latitude, longitude } = station
  const { points } = readCorners(draft)
  return (
    <>
      {draft.kind === 'CIRCLE' ? (
        <NumberField {...hold('radius', t('station.fenceRadius'))} />
      ) : (
        <>
          <LongTextField {...hold('corners', t('station.fenceCorners'))} rows={6} />
          <small>{t('station.fenceCornersHint')}</small>
        </>
      )}
      <FenceMap
        center={latitude === null || longitude === null ? null : { latitude, longitude }}
        kind={draft.kind}
        radius={draft.radius}
        points={points}
        onRadius={(radius) => change({ radius })}
        onPoints={(drawn) => change({ corners: linesOf(drawn) })}
      />
    </>
  )
}
