/** Puts the policy and the manifest into the built pages, writes the hosts' files, and makes the preview server send the same headers. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { SHARE_FILE_PATH } from '../names.ts';
import { FILE_NAMES, caddyFile, headersFile, nginxFile } from './host-files.ts';
import { headersOf, isFilePath, isHostFile, pagePolicies, type Site } from './policy.ts';

/** Returns the policies as meta tags. They apply to what follows them, so they come before the first script. */
export function policyTags(site: Site): string {
  return pagePolicies(site)
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .join('\n    ');
}

/** Reads the first parts of the app's addresses from the source of the route table. */
export function pagesOf(routesSource: string): string[] {
  const parts = Array.from(routesSource.matchAll(/pattern: '\/([^/':]+)/g), ([, part]) => part!);
  if (parts.length === 0) throw new Error('the table of pages names no address');
  return [...new Set(parts)].toSorted();
}

function builtSite(outDir: string): Site {
  return JSON.parse(readFileSync(path.join(outDir, FILE_NAMES.site), 'utf8')) as Site;
}

export function deployment(site: Site, webManifest: object): Plugin {
  let root = '';
  let outDir = '';
  let isBuild = false;
  return {
    name: 'fieldkit-deployment',
    // The preview serves a build with the settings it was built with, not with those of the environment.
    config: (config, { isPreview }) =>
      isPreview === true
        ? { base: builtSite(path.resolve(config.root ?? '.', config.build?.outDir ?? 'dist')).base }
        : null,
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
      isBuild = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        if (!isBuild) return html;
        const link = `<link rel="manifest" href="${site.base}manifest.webmanifest" />`;
        return html
          .replace(/(<meta charset="[^"]*" ?\/?>)/, `$1\n    ${policyTags(site)}`)
          .replace('</head>', `  ${link}\n  </head>`);
      },
    },
    generateBundle() {
      const pages = pagesOf(readFileSync(path.join(root, 'src/ui/shell/routes.ts'), 'utf8'));
      const files: [string, string][] = [
        ['manifest.webmanifest', JSON.stringify(webManifest)],
        [FILE_NAMES.headers, headersFile(site, pages)],
        [FILE_NAMES.nginx, nginxFile(site)],
        [FILE_NAMES.caddy, caddyFile(site)],
        [FILE_NAMES.site, `${JSON.stringify(site, null, 2)}\n`],
      ];
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configurePreviewServer(server) {
      const built = builtSite(outDir);
      server.middlewares.use((request, response, next) => {
        const urlPath = new URL(request.url ?? '/', 'http://localhost').pathname;
        // The sandbox stands for another service, so it does not get the app's page policy.
        if (urlPath.startsWith('/sandbox/')) return next();
        const isMissing =
          isHostFile(built, urlPath) ||
          (isFilePath(built, urlPath) && !existsSync(path.join(outDir, decodeURI(urlPath.slice(built.base.length)))));
        for (const [name, value] of headersOf(built, urlPath, isMissing ? 404 : 200)) response.setHeader(name, value);
        if (urlPath === built.base + SHARE_FILE_PATH) {
          response.writeHead(303, { Location: built.base }).end();
        } else if (isMissing) {
          response.statusCode = 404;
          response.setHeader('Content-Type', 'text/plain; charset=utf-8');
          response.end('There is no such file.\n');
        } else next();
      });
    },
  };
}
