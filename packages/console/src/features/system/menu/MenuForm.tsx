import {
  fixedMenuMembers,
  mayLieBelow,
  menuMembers,
  type MenuNode,
  type MenuRecord,
  menus,
  menuTypes,
  type NewOf,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ChoiceField, CodeField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { NamesField } from '../language/index.ts'
import { GuardField } from './GuardField.tsx'
import { IconField } from '../../../kit/form/IconField.tsx'
import classes from './menu.module.css'
import { entryOptions, parentOptions, screenOptions } from './menuOptions.ts'
import { menuTypeTexts, shownName } from './menuTexts.ts'
import { SignedAddress } from './SignedAddress.tsx'

interface MenuFormProps {
  readonly dialog: Dialog<MenuRecord>
  readonly nodes: readonly MenuNode[]
  /** Below which one a new item is offered first. */
  readonly under: MenuNode | null
}

type Field = Parameters<
  Parameters<typeof FormDialog<MenuRecord, NewOf<typeof menus>>>[0]['children']
>[0]

/** Adds and edits an item of the menu: the fields are those of its type. */
export function MenuForm({ dialog, nodes, under }: MenuFormProps) {
  const { record } = dialog
  // What the dialog is called by.
  const named = record && { ...record, name: shownName(record) }
  const firstType = under?.menuType === menuTypes.page ? menuTypes.button : menuTypes.page
  return (
    <FormDialog
      of={menus}
      dialog={{ ...dialog, record: named }}
      title="menus.add"
      start={{ parentId: under?.id ?? null, menuType: firstType }}
    >
      {(field) => <MenuFields key={record?.id} field={field} record={record} nodes={nodes} />}
    </FormDialog>
  )
}

interface FieldsProps {
  readonly field: Field
  readonly record: MenuRecord | null
  readonly nodes: readonly MenuNode[]
}

function MenuFields({ field, record, nodes }: FieldsProps) {
  const type = field('menuType', 'menus.type')
  const menuType = typeOf(type.value)
  return (
    <>
      {record?.isShipped ? (
        <ShippedFacts record={record} />
      ) : (
        <ChoiceField
          {...type}
          value={String(type.value)}
          onChange={(value) => type.onChange(Number(value))}
          options={texts(menuTypeTexts)}
        />
      )}
      <TextField {...field('menuName', 'menus.name')} />
      <NamesField {...field('names', 'menus.names')} hint={t('menus.namesHint')} />
      <ChoiceField
        {...field('parentId', 'menus.parent')}
        required={!mayLieBelow(menuType, null)}
        options={parentOptions(nodes, menuType, record)}
        none={t('menus.top')}
      />
      <NumberField {...field('sort', 'menus.sort')} />
      <OwnFields
        field={field}
        menuType={menuType}
        isShipped={record?.isShipped ?? false}
        nodes={nodes}
      />
      {record && menuType === menuTypes.button && <Patterns item={record} />}
      {record?.menuType === menuTypes.iframe && <SignedAddress item={record} />}
      <p className={classes.hint}>
        {t(menuType === menuTypes.button ? 'menus.disabledButton' : 'menus.disabledPage')}
      </p>
    </>
  )
}

const typeOf = (value: unknown): MenuNode['menuType'] =>
  Object.values(menuTypes).find((type) => type === value) ?? menuTypes.page

interface OwnFieldsProps extends Pick<FieldsProps, 'field' | 'nodes'> {
  readonly menuType: MenuNode['menuType']
  readonly isShipped: boolean
}

/** The members that this type of item has, but for those that are fixed. */
function OwnFields({ field, menuType, isShipped, nodes }: OwnFieldsProps) {
  const members: readonly string[] = menuMembers[menuType].filter(
    (member) => !isShipped || !fixedMenuMembers.some((fixed) => fixed === member),
  )
  const has = (member: string) => members.includes(member)
  const isLink = menuType === menuTypes.link
  return (
    <>
      {has('frontPath') && (
        <CodeField {...field('frontPath', isLink ? 'menus.address' : 'menus.path')} required />
      )}
      {has('frontName') && <CodeField {...field('frontName', 'menus.frontName')} required />}
      {has('frontComponent') && (
        <ChoiceField
          {...field('frontComponent', 'menus.component')}
          required
          options={screenOptions(nodes)}
        />
      )}
      {has('iframeUrl') && <CodeField {...field('iframeUrl', 'menus.iframeUrl')} required />}
      {has('btnCode') && <CodeField {...field('btnCode', 'menus.btnCode')} required />}
      {has('activeMenu') && (
        <ChoiceField
          {...field('activeMenu', 'menus.activeMenu')}
          options={entryOptions(nodes)}
          none={t('menus.ownEntry')}
        />
      )}
      {has('target') && (
        <ChoiceField
          {...field('target', 'menus.target')}
          options={{ _blank: t('menus.target._blank') }}
          none={t('menus.sameWindow')}
        />
      )}
      {has('menuIcon') && <IconField {...field('menuIcon', 'menus.icon')} />}
      {has('isShow') && (
        <FlagField {...field('isShow', 'menus.isShow')} hint={t('menus.isShowHint')} />
      )}
      {has('guard') && <GuardField {...field('guard', 'menus.guard')} />}
      {has('keepAlive') && <FlagField {...field('keepAlive', 'menus.keepAlive')} />}
      {has('noClosable') && <FlagField {...field('noClosable', 'menus.noClosable')} />}
      {has('tabHidden') && <FlagField {...field('tabHidden', 'menus.tabHidden')} />}
      {has('dynamicNewTab') && <FlagField {...field('dynamicNewTab', 'menus.dynamicNewTab')} />}
      {has('levelHidden') && <FlagField {...field('levelHidden', 'menus.levelHidden')} />}
      {has('noColumn') && <FlagField {...field('noColumn', 'menus.noColumn')} />}
    </>
  )
}

/** What stays of an item that is shipped. */
function ShippedFacts({ record }: { readonly record: MenuRecord }) {
  const { menuType, frontPath, frontName, frontComponent, btnCode } = record
  const facts = [frontPath, frontName, frontComponent, btnCode].filter(Boolean)
  return (
    <div className={classes.wide}>
      <Callout title={t('menus.shippedTitle')}>
        {t('menus.shippedText')}
        <span>
          {t(menuTypeTexts[menuType])} <Ltr>{facts.join(' · ')}</Ltr>
        </span>
      </Callout>
    </div>
  )
}

/** Which calls a button's code guards: read from their contract. */
function Patterns({ item: { apiPatterns } }: { readonly item: MenuRecord }) {
  return (
    <section className={classes.wide} aria-label={t('menus.apiPatterns')}>
      <strong>{t('menus.apiPatterns')}</strong>
      <p className={classes.hint}>{t('menus.apiPatternsHint')}</p>
      {apiPatterns.length === 0 && <p>{t('menus.noPatterns')}</p>}
      <ul className={classes.patterns}>
        {apiPatterns.map((pattern) => (
          <li key={pattern}>
            <Ltr>{pattern}</Ltr>
          </li>
        ))}
      </ul>
    </section>
  )
}
