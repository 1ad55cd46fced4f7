import { type MenuNode, type MenuRecord, menus } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import classes from './menu.module.css'
import { allOf } from './menuLines.ts'
import { MenuTable } from './MenuTable.tsx'
import { saveMenu } from './saveMenu.ts'

const MenuForm = lazyDialog(() => import('./MenuForm.tsx').then((file) => file.MenuForm))
const ImportDialog = lazyDialog(() =>
  import('./ImportDialog.tsx').then((file) => file.ImportDialog),
)
const PreviewDialog = lazyDialog(() =>
  import('./PreviewDialog.tsx').then((file) => file.PreviewDialog),
)

/** MENU: the tree of menus, pages and buttons that roles receive. */
export function MenuScreen() {
  const tree = useQuery({ ...query(menus.tree, {}), subscribed: usePage().active })
  const form = useDialog<MenuRecord>()
  const [under, setUnder] = useState<MenuNode | null>(null)
  const [word, setWord] = useState('')
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const nodes = tree.data ?? []
  const turnAll = (isOpen: boolean) =>
    setTurned(new Map(allOf(nodes).map(({ id }) => [id, isOpen])))
  const add = (parent: MenuNode | null) => {
    setUnder(parent)
    form.open()
  }
  return (
    <Screen title="menus.title">
      <MenuTools add={() => add(null)} />
      <search className={classes.search}>
        <TextInput
          label={t('menus.search')}
          value={word}
          onChange={(event) => {
            setWord(event.currentTarget.value)
            setTurned(new Map())
          }}
        />
        <Button variant="default" onClick={() => turnAll(true)}>
          {t('menus.unfold')}
        </Button>
        <Button variant="default" onClick={() => turnAll(false)}>
          {t('menus.foldAll')}
        </Button>
      </search>
      <Loaded query={tree} permission={menus.tree.permission}>
        {(loaded) => (
          <MenuTable
            nodes={loaded}
            word={word}
            turned={turned}
            onTurn={(id, isOpen) => setTurned(new Map([...turned, [id, isOpen]]))}
            reread={tree.refetch}
            edit={form.open}
            addBelow={add}
          />
        )}
      </Loaded>
      <MenuForm dialog={form} nodes={nodes} under={under} />
    </Screen>
  )
}

function MenuTools({ add }: { readonly add: () => void }) {
  const bringing = useDialog<null>()
  const previewing = useDialog<null>()
  return (
    <>
      <Toolbar>
        <Permitted to={menus.add.permission}>
          <Button onClick={add}>{t('menus.add')}</Button>
        </Permitted>
        <Permitted to={menus.preview.permission}>
          <Button variant="default" onClick={() => previewing.open()}>
            {t('menus.preview')}
          </Button>
        </Permitted>
        <Permitted to={menus.takeOut.permission}>
          <Button variant="default" onClick={() => void saveMenu()}>
            {t('menus.takeOutAll')}
          </Button>
        </Permitted>
        <Permitted to={menus.bringIn.permission}>
          <Button variant="default" onClick={() => bringing.open()}>
            {t('menus.bringIn')}
          </Button>
        </Permitted>
      </Toolbar>
      <ImportDialog dialog={bringing} />
      <PreviewDialog dialog={previewing} />
    </>
  )
}
