"""The manifests hang together: files exist, settings are ones that the code reads, secrets stand by reference only."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from chassis.common_settings import ChassisSettings
from chassis.settings import variables
from warboard.plan import PARTS, ROOT
from warboard.settings_command import settings_classes

K8S = ROOT / "deploy" / "k8s"
MANIFESTS = sorted(path for path in K8S.rglob("*.yaml") if path.name != "kustomization.yaml")
KUSTOMIZATIONS = sorted(K8S.rglob("kustomization.yaml"))


def documents(path: Path) -> list[dict[str, Any]]:
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: str(path.relative_to(K8S)))
def test_each_manifest_is_valid(path: Path) -> None:
    """By Kubernetes's own schemas, unknown fields refused."""
    for document in documents(path):
        kubernetes_validate.validate(document, "1.37", strict=True)


@pytest.mark.parametrize("path", KUSTOMIZATIONS, ids=lambda path: str(path.relative_to(K8S)))
def test_each_resource_exists(path: Path) -> None:
    """A kustomization names files and folders that are there, and the base names all of them."""
    named = [path.parent / name for name in documents(path)[0]["resources"]]
    assert all(found.exists() for found in named)
    if path.parent.name == "base":
        assert sorted(named) == MANIFESTS


@pytest.mark.parametrize("part", PARTS)
def test_each_part_reads_what_it_is_given(part: str) -> None:
    """Every variable is a setting, the part's own where it stands alone; a secret is never written out."""
    container = documents(K8S / "base" / part / "deployment.yaml")[0]["spec"]["template"]["spec"]["containers"][0]
    known = variables(settings_classes().get(part, ChassisSettings))
    for entry in container["env"]:
        assert entry["name"] in known
        assert not known[entry["name"]] or "secretKeyRef" in entry["valueFrom"]
    assert container["command"][-1] == f"services.{part}"


@pytest.mark.parametrize("path", [*KUSTOMIZATIONS, K8S / "base" / "settings.yaml"], ids=lambda path: path.parent.name)
def test_shared_settings_exist_and_are_no_secrets(path: Path) -> None:
    """What the settings' ConfigMap and the overlays' patches set is read by some part."""
    known: dict[str, bool] = {}
    for cls in settings_classes().values():
        known |= variables(cls)
    names = list(documents(path)[0].get("data", {}))
    for patch in documents(path)[0].get("patches", []):
        names += [change["path"].removeprefix("/data/") for change in yaml.safe_load(patch["patch"])]
    assert all(name in known and not known[name] for name in names)


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl isn't here")
@pytest.mark.parametrize("overlay", ["dev", "prod"])
def test_each_overlay_renders(overlay: str) -> None:
    """`kubectl kustomize` makes every part's Deployment of it."""
    made = subprocess.run(
        ["kubectl", "kustomize", str(K8S / "overlays" / overlay)], capture_output=True, text=True, check=True
    )
    rendered = [document for document in yaml.safe_load_all(made.stdout) if document]
    deployments = {entry["metadata"]["name"] for entry in rendered if entry["kind"] == "Deployment"}
    assert deployments == set(PARTS)
    for document in rendered:
        kubernetes_validate.validate(document, "1.37", strict=True)
