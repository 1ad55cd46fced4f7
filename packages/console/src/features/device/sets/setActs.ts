import { classifications, deviceSets, groups, type TextKey } from '@muster/contract'
import type { PickerGroup } from '../../../kit/form/usePicker.ts'
import type { IconName } from '../../../ui/Icon.tsx'

/** What can be done with terminals that belong to something. */
export const setActs = ['JOIN', 'LEAVE', 'LABEL', 'UNLABEL'] as const
export type SetAct = (typeof setActs)[number]

export const setPermissions: Readonly<Record<SetAct, string>> = {
  JOIN: deviceSets.join.permission,
  LEAVE: deviceSets.leave.permission,
  LABEL: deviceSets.label.permission,
  UNLABEL: deviceSets.unlabel.permission,
}

export const setIcons: Readonly<Record<SetAct, IconName>> = {
  JOIN: 'plus',
  LEAVE: 'close',
  LABEL: 'plus',
  UNLABEL: 'close',
}

export const setTexts: Readonly<Record<SetAct, TextKey>> = {
  JOIN: 'sets.do.JOIN',
  LEAVE: 'sets.do.LEAVE',
  LABEL: 'sets.do.LABEL',
  UNLABEL: 'sets.do.UNLABEL',
}

/** Groups whose members are named, and labels that are given by hand. */
const pickers: Readonly<Record<'groupId' | 'classificationId', PickerGroup>> = {
  groupId: { list: groups.list, where: { type: 'STATIC' } },
  classificationId: { list: classifications.list, where: { byHand: '1' } },
}

/** What each act asks for. */
export const setField = (act: SetAct) =>
  act === 'JOIN' || act === 'LEAVE'
    ? ({ name: 'groupId', label: 'sets.group', of: pickers.groupId } as const)
    : ({
        name: 'classificationId',
        label: 'sets.classification',
        of: pickers.classificationId,
      } as const)

/** What takes an act back; a label may have taken the place of others, which nothing gives back. */
export const opposites: Readonly<Record<SetAct, SetAct | null>> = {
  JOIN: 'LEAVE',
  LEAVE: 'JOIN',
  LABEL: null,
  UNLABEL: 'LABEL',
}
