/** Puts the policy and the manifest into the built pages, writes the hosts' files, and makes the preview server send the same headers. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { SHARE_FILE_PATH } from '../names.ts';
import {
  headersOf,
  isFilePath,
  isHostFile,
  pagePolicies,
  type Site,
  CACHE_CONTROL,
  HOST_FILES,
  ORIGIN_WIDE_HEADERS,
  ROOT_SCRIPTS,
  filePattern,
  hostFilePattern,
  securityHeaders,
} from './policy.ts';

const [HEADERS, NGINX, CADDY, SITE] = HOST_FILES;

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
  return JSON.parse(readFileSync(path.join(outDir, SITE), 'utf8')) as Site;
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
        [HEADERS, headersFile(site, pages)],
        [NGINX, nginxFile(site)],
        [CADDY, caddyFile(site)],
        [SITE, `${JSON.stringify(site, null, 2)}\n`],
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

/**
 * Returns the `_headers` file of Netlify and Cloudflare Pages. Those hosts merge all rules that match a path, so each path that must be
 * revalidated has a rule of its own. `pages` are the first parts of the app's addresses.
 */
export function headersFile(site: Site, pages: readonly string[]): string {
  const rule = (pattern: string, headers: readonly (readonly [string, string])[]): string =>
    [pattern, ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
  const { base } = site;
  const revalidated = [
    base,
    `${base}index.html`,
    `${base}rescue.html`,
    `${base}manifest.webmanifest`,
    ...ROOT_SCRIPTS.map((name) => base + name),
    `${base}icons/*`,
    ...pages.flatMap((page) => [base + page, `${base}${page}/*`]),
  ];
  return [
    rule(`${base}*`, securityHeaders(site)),
    rule(`${base}assets/*`, [['Cache-Control', CACHE_CONTROL.assets]]),
    ...revalidated.map((pattern) => rule(pattern, [['Cache-Control', CACHE_CONTROL.others]])),
  ].join('\n');
}

/** Returns a complete nginx server. Name, certificate and folder have to be filled in. */
export function nginxFile(site: Site): string {
  const { base } = site;
  return `# Beacon Fieldkit for nginx, made by the build. Belongs inside http { }. Give it your name, your certificate and the folder of dist/.
map "$status $uri" $fieldkit_cache {
  default "${CACHE_CONTROL.others}";
  "~^[23]\\d\\d ${base}assets/" "${CACHE_CONTROL.assets}";
}

server {
  listen 443 ssl;
  server_name fieldkit.example.com;
  ssl_certificate /etc/ssl/fieldkit.pem;
  ssl_certificate_key /etc/ssl/fieldkit.key;
  # ${base === '/' ? 'The folder of dist/.' : `The files of dist/ are below it in ${base}`}
  root /var/www/fieldkit;
  types {
    text/html html;
    text/javascript js;
    text/css css;
    text/plain txt;
    application/json json;
    application/manifest+json webmanifest;
    application/wasm wasm;
    image/svg+xml svg;
    image/png png;
    font/woff2 woff2;
  }
  charset utf-8;
  charset_types text/javascript text/css text/plain;
  gzip on;
  gzip_types text/javascript text/css application/json application/manifest+json image/svg+xml;

  # They stand here and nowhere else: one add_header in a location would drop all of these.
${securityHeaders(site)
  .map(([name, value]) => `  add_header ${name} "${value}" always;`)
  .join('\n')}
  add_header Cache-Control $fieldkit_cache always;

  # A backend that allows no other origin: its address is then https://fieldkit.example.com/backend
  # location /backend/ {
  #   proxy_pass https://api.example.com/;
  #   proxy_ssl_server_name on;
  #   # An answer with one of these would change the whole origin: the first erases what the phones have stored.
${ORIGIN_WIDE_HEADERS.map((name) => `  #   proxy_hide_header ${name};`).join('\n')}
  #   # Beside the same header of this server, a second value counts as none.
${securityHeaders(site)
  .map(([name]) => `  #   proxy_hide_header ${name};`)
  .join('\n')}
  # }

  # These files are for the host, not for the browser.
  location ~ "${hostFilePattern(site)}" {
    return 404;
  }
  # A file that is shared with the app never leaves the phone. Without its worker the app starts, and the file is not kept.
  location = ${base}${SHARE_FILE_PATH} {
    client_max_body_size 64m;
    return 303 ${base};
  }
  # A file that is missing is missing: the page in its place would be taken for a script.
  location ~ "${filePattern(site)}" {
    try_files $uri =404;
  }
${base === '/' ? '' : `  location = ${base.slice(0, -1)} {\n    return 308 ${base};\n  }\n`}  location ${base} {
    try_files $uri ${base}index.html;
  }
}
`;
}

export function caddyFile(site: Site): string {
  const { base } = site;
  return `# Beacon Fieldkit for Caddy, made by the build. Give it your name and the folder of dist/; Caddy gets the certificate.
fieldkit.example.com {
	# ${base === '/' ? 'The folder of dist/.' : `The files of dist/ are below it in ${base}`}
	root * /var/www/fieldkit
	encode gzip

	header {
${securityHeaders(site)
  .map(([name, value]) => `\t\t${name} "${value}"`)
  .join('\n')}
	}
	@kept {
		path ${base}assets/*
		file
	}
	header @kept Cache-Control "${CACHE_CONTROL.assets}"
	@asked not {
		path ${base}assets/*
		file
	}
	header @asked Cache-Control "${CACHE_CONTROL.others}"
	@manifest path ${base}manifest.webmanifest
	header @manifest Content-Type application/manifest+json

	# A backend that allows no other origin: its address is then https://fieldkit.example.com/backend
	# handle_path /backend/* {
	# 	reverse_proxy https://api.example.com {
	# 		header_up Host {upstream_hostport}
	# 		# An answer with one of these would change the whole origin: the first erases what the phones have stored.
${ORIGIN_WIDE_HEADERS.map((name) => `\t# \t\theader_down -${name}`).join('\n')}
	# 		# Beside the same header of this server, a second value counts as none.
${securityHeaders(site)
  .map(([name]) => `\t# \t\theader_down -${name}`)
  .join('\n')}
	# 	}
	# }
${base === '/' ? '' : `\n\tredir ${base.slice(0, -1)} ${base} 308\n`}
	# A file that is shared with the app never leaves the phone. Without its worker the app starts, and the file is not kept.
	redir ${base}${SHARE_FILE_PATH} ${base} 303

	# These files are for the host, not for the browser.
	@hostFiles path_regexp ${hostFilePattern(site)}
	handle @hostFiles {
		error 404
	}
	# A file that is missing is missing: the page in its place would be taken for a script.
	handle {
		@pages {
			path ${base}*
			not path_regexp ${filePattern(site)}
		}
		rewrite @pages ${base}index.html
		file_server
	}
}
`;
}
