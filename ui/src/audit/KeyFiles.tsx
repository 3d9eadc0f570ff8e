/** The key files of sealed backups: where each lies, whether it can be used, and what still waits in it. */

import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, KeyFile } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { t } from "../language/language";
import { LineToCopy, NoticeDialog } from "./NoticeDialog";

/** How a backup is put back; the words in capitals are the person's. */
const RESTORE = "attest --data-dir FOLDER vault restore FILE --keys KEYS";

export function KeyFiles({ onClose }: { onClose: () => void }): ReactNode {
  const { backend, say } = useWorkspace();
  const [files, setFiles] = useState<KeyFile[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const load = useCallback(async () => {
    try {
      setFiles(await backend.audit.keyFiles());
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  }, [backend]);
  useEffect(() => void load(), [load]);

  async function forget(path: string): Promise<void> {
    try {
      await backend.audit.forgetKeys(path);
      setFailure(null);
      say({ words: t("audit.keysForgotten", { path }) });
      await load();
    } catch (thrown) {
      const failed = asFailure(thrown);
      setFailure(failed.kind === "cancelled" ? null : failed);
    }
  }

  return (
    <NoticeDialog title={t("audit.keyFiles")} onClose={onClose}>
      {failure && <FailureNotice failure={failure} />}
      {files === null && !failure && <p className="quiet">{t("audit.keyFilesReading")}</p>}
      {files?.length === 0 && <p>{t("audit.keyFilesNone")}</p>}
      {files && files.length > 0 && (
        <ul className="key-files">
          {files.map((file) => (
            <OneFile key={file.path} file={file} onForget={() => void forget(file.path)} />
          ))}
        </ul>
      )}
      <LineToCopy about={t("audit.keysRestoring")} line={RESTORE} />
    </NoticeDialog>
  );
}

function OneFile({ file, onForget }: { file: KeyFile; onForget: () => void }): ReactNode {
  const { path, since, waiting, unusable } = file;
  return (
    <li>
      <span className="key-path">{path}</span>
      <span className={unusable === null ? "small quiet" : "small key-away"}>
        {unusable === null ? t("audit.keysInReach") : t("audit.keysOutOfReach", { reason: unusable })}
      </span>
      {since !== null && <span className="small quiet">{t("audit.keysSince", { moment: moment(since) })}</span>}
      {waiting > 0 && <span className="small">{t("audit.keysWaiting", { count: waiting })}</span>}
      <button type="button" aria-label={t("audit.forgetKeysOf", { path })} onClick={onForget}>
        {t("audit.forgetKeys")}
      </button>
    </li>
  );
}
