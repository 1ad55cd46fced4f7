import { appCategories, banners } from '@muster/contract'
import { everyone } from '../../access/scope.ts'
import type { Module } from '../module.ts'
import { byCode, codeOrName } from '../transfer/index.ts'
import { bannerRoutes } from './banner.routes.ts'
import { appCategoryRoutes } from './category.routes.ts'

/** The application store of the terminals: its categories and its banners. */
export const appstoreModule: Module = {
  routes: [appCategoryRoutes, bannerRoutes],
  exports: [appCategories, banners],
  imports: [
    {
      page: appCategories.page,
      table: 'appCategory',
      scope: everyone,
      ...byCode,
      named: [{ field: 'parentId', to: 'appCategory', scope: everyone, by: codeOrName }],
      parent: 'parentId',
    },
  ],
}
