"""A study's run folder: what was asked, and every batch as soon as it is played.

`run.json` describes the study; `parts/` holds one file a batch, written completely or not at all. An
interrupted study continues from there; the folder is refused to another study.
"""

from pathlib import Path

import msgspec

from adjudication.chances.study import Batch, BatchPlayed, Study, Variant
from domain.errors import BadData, Refused
from domain.events import Value
from domain.ledger.files import write_whole
from domain.wall_clock import now

FORMAT = "whitecell study 1"


class VariantRecord(msgspec.Struct, frozen=True):
    """A variant in `run.json`: the digest represents its table."""

    name: str
    settings: dict[str, str]
    policy: str
    scenario: str
    scenario_digest: str
    options: dict[str, Value]
    digest: str

    @classmethod
    def of(cls, variant: Variant) -> "VariantRecord":
        return cls(*(getattr(variant, name) for name in cls.__struct_fields__))


class RunRecord(msgspec.Struct, frozen=True):
    """The content of `run.json`. games: for each variant. code: a digest of the source. begun, finished:
    UTC."""

    format: str
    system: str
    games: int
    seed: int
    batch: int
    program: str
    rules_digest: str
    variants: tuple[VariantRecord, ...]
    begun: str = ""
    finished: str = ""
    code: str = ""

    @classmethod
    def of(cls, study: Study) -> "RunRecord":
        return cls(
            FORMAT,
            study.system,
            study.games,
            study.seed,
            study.batch,
            study.program,
            study.rules_digest,
            tuple(map(VariantRecord.of, study.variants)),
            code=study.code,
        )


class RunFolder:
    """The folder of one study. Raises Refused if it holds something else, or another study."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path = path
        self.study = study
        self._parts = path / "parts"
        self._index = {variant.name: n for n, variant in enumerate(study.variants)}
        wanted = RunRecord.of(study)
        if path.exists() and not path.is_dir():
            raise BadData(f"{path} is not a folder.")
        if (path / "run.json").exists():
            self.record = _read(path)
            _refuse_another(path, self.record, wanted)
        elif path.is_dir() and any(path.iterdir()):
            raise Refused(f"{path} holds other things than a study; name an empty folder, or a new one.")
        else:
            self.record = msgspec.structs.replace(wanted, begun=now())
            path.mkdir(parents=True, exist_ok=True)
            self._write_record()
        self._parts.mkdir(exist_ok=True)

    def _write_record(self) -> None:
        write_whole(self.path / "run.json", msgspec.json.format(msgspec.json.encode(self.record), indent=2))

    def finish(self) -> None:
        """Note that all its games are played."""
        if not self.record.finished:
            self.record = msgspec.structs.replace(self.record, finished=now())
            self._write_record()

    def _file(self, variant: str, first: int) -> Path:
        return self._parts / f"{self._index[variant]:03d}-{first:08d}.json"

    def keep(self, played: BatchPlayed) -> None:
        """Put a batch on disk."""
        write_whole(self._file(played.variant, played.first), msgspec.json.encode(played))

    def played(self, batch: Batch) -> BatchPlayed | None:
        """The result of a batch, if it is here; a part that cannot be read counts as not played."""
        try:
            found = _PART.decode(self._file(batch.variant.name, batch.first).read_bytes())
        except (FileNotFoundError, msgspec.DecodeError):
            return None
        same = (found.variant, found.first, found.last) == (batch.variant.name, batch.first, batch.last)
        return found if same else None

    def missing(self) -> list[Batch]:
        """The batches that have not been played yet."""
        return [batch for batch in self.study.batches() if self.played(batch) is None]

    def parts(self) -> list[BatchPlayed]:
        """All batches, by variant and number. Raises Refused if one is missing."""
        found = []
        for batch in sorted(
            self.study.batches(), key=lambda batch: (self._index[batch.variant.name], batch.first)
        ):
            played = self.played(batch)
            if played is None:
                raise Refused(f"{self.path} lacks games {batch.first} to {batch.last}; run the study again.")
            found.append(played)
        return found


_PART = msgspec.json.Decoder(BatchPlayed)


def _read(path: Path) -> RunRecord:
    try:
        record = msgspec.json.decode((path / "run.json").read_bytes(), type=RunRecord)
    except msgspec.DecodeError as error:
        raise BadData(f"{path / 'run.json'} is not the record of a study: {error}.") from error
    if record.format != FORMAT:
        raise BadData(f"{path} holds a study in another format: {record.format[:60]}.")
    return record


def _refuse_another(path: Path, there: RunRecord, wanted: RunRecord) -> None:
    for name in ("system", "games", "seed", "program", "batch"):
        old, new = getattr(there, name), getattr(wanted, name)
        if old != new:
            _refuse(path, f"{name}: {old} there, {new} now")
    if there.rules_digest != wanted.rules_digest:
        _refuse(path, "the register of rules has changed since")
    if there.code != wanted.code:
        _refuse(path, "the code of the rules has changed since")
    if [variant.settings for variant in there.variants] != [variant.settings for variant in wanted.variants]:
        _refuse(path, "something else was varied")
    for before, after in zip(there.variants, wanted.variants, strict=True):
        for name, said in _OF_A_VARIANT.items():
            if getattr(before, name) != getattr(after, name):
                _refuse(path, f"{said} for {after.name}" if after.name else said)


_OF_A_VARIANT = {
    "policy": "another policy",
    "scenario": "another scenario",
    "options": "other options",
    "scenario_digest": "the files of the scenario have changed since",
    "digest": "other tables",
}


def _refuse(path: Path, why: str) -> None:
    raise Refused(f"{path} holds another study ({why}); choose another folder for this one.")
